import { Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as ContentKitLeaf from "./ContentKitLeaf.ts"
import { buttons, Checkbox, Radio, Select, Sign, Switch, TextInput, WebFrame } from "./ContentKitLeaf.ts"
import * as ContentKitValue from "./ContentKitValue.ts"
import { BoundText, LongText } from "./ContentKitValue.ts"

export interface TextElement {
  readonly type: "text"
  readonly style?: "bold" | "italic" | "code" | "strikethrough"
  readonly children: string | ReadonlyArray<string | TextElement | ContentKitLeaf.Link>
}

export const TextElement: Schema.Codec<TextElement> = closed(
  "ContentKitText",
  {
    type: Schema.Literal("text"),
    style: optional(Schema.Literals(["bold", "italic", "code", "strikethrough"])),
    children: Schema.Union([
      LongText,
      Schema.Array(
        Schema.Union([
          LongText,
          Schema.suspend((): Schema.Codec<TextElement> => TextElement).annotate({ identifier: "ContentKitInnerText" }),
          ContentKitLeaf.Link
        ])
      )
    ])
  },
  { style: "Style of the text.", children: "Text, or pieces of text." }
)

export const Inline = Schema.Union([TextElement, ContentKitLeaf.Image, ContentKitLeaf.Link])
export type Inline = typeof Inline.Type

export const Hint = closed(
  "ContentKitHint",
  { type: Schema.Literal("hint"), children: Schema.Array(Inline) },
  { children: "Pieces of text." }
)

const children = describeFields(
  {
    children: Schema.Array(
      Schema.suspend((): Schema.Codec<Element> => Element).annotate({ identifier: "ContentKitElement" })
    )
  },
  { children: "Elements inside, in order." }
)

interface Parent<T extends string> {
  readonly type: T
  readonly children: ReadonlyArray<Element>
}

type Align = "start" | "center" | "end"

export interface HStack extends Parent<"hstack"> {
  readonly align?: Align
}

export interface VStack extends Parent<"vstack"> {
  readonly align?: Align
}

const align = describeFields(
  { align: optional(Schema.Literals(["start", "center", "end"])) },
  { align: "Alignment of the elements inside." }
)

export const HStack: Schema.Codec<HStack> = closed("ContentKitHStack", {
  type: Schema.Literal("hstack"),
  ...align,
  ...children
})

export const VStack: Schema.Codec<VStack> = closed("ContentKitVStack", {
  type: Schema.Literal("vstack"),
  ...align,
  ...children
})

export interface Box extends Parent<"box"> {
  readonly grow?: number
}

export const Box: Schema.Codec<Box> = closed(
  "ContentKitBox",
  {
    type: Schema.Literal("box"),
    grow: optional(Schema.Finite),
    ...children
  },
  { grow: "Share of the free space that the box takes." }
)

export interface CodeBlock {
  readonly type: "codeblock"
  readonly content: BoundText
  readonly syntax?: string
  readonly lineNumbers?: boolean | number
  readonly buttons?: ReadonlyArray<ContentKitLeaf.Button>
  readonly state?: string
  readonly onContentChange?: ContentKitValue.Action
  readonly header?: ReadonlyArray<Element>
  readonly footer?: ReadonlyArray<Element>
}

export const CodeBlock: Schema.Codec<CodeBlock> = closed(
  "ContentKitCodeBlock",
  {
    type: Schema.Literal("codeblock"),
    content: BoundText,
    syntax: optional(ContentKitValue.Label),
    lineNumbers: optional(Schema.Union([Schema.Boolean, Schema.Finite])),
    state: optional(ContentKitValue.Name),
    onContentChange: optional(ContentKitValue.Action),
    header: optional(children.children),
    footer: optional(children.children),
    ...buttons
  },
  {
    content: "Text to show, or the state that holds it.",
    syntax: "Language of the code, for highlighting.",
    lineNumbers: "Whether lines are numbered, or the first number.",
    state: "Name of the state that holds the value.",
    onContentChange: "Action when the text changes.",
    header: "Elements above the code.",
    footer: "Elements below the code."
  }
)

export interface Card {
  readonly type: "card"
  readonly title?: string
  readonly hint?: string | ReadonlyArray<Inline>
  readonly icon?: string | ContentKitLeaf.Image
  readonly onPress?: ContentKitValue.Action
  readonly children?: ReadonlyArray<Element>
  readonly buttons?: ReadonlyArray<ContentKitLeaf.Button>
}

export const Card: Schema.Codec<Card> = closed(
  "ContentKitCard",
  {
    type: Schema.Literal("card"),
    title: optional(ContentKitValue.Label),
    hint: optional(Schema.Union([ContentKitValue.Label, Schema.Array(Inline)])),
    icon: optional(Sign),
    onPress: optional(ContentKitValue.Action),
    children: optional(children.children),
    ...buttons
  },
  {
    title: "Title of the card.",
    hint: "Text below the title or label.",
    icon: "Icon or image of the card.",
    onPress: "Action when it is pressed.",
    children: "Elements inside, in order."
  }
)

const Control = Schema.Union([TextInput, Select, Switch, Radio, Checkbox, ContentKitLeaf.Button, CodeBlock])
export type Control = typeof Control.Type

export const Input = closed(
  "ContentKitInput",
  {
    type: Schema.Literal("input"),
    label: ContentKitValue.Label,
    hint: optional(Schema.Union([ContentKitValue.Label, Inline, Schema.Array(Inline)])),
    element: Control
  },
  { hint: "Text below the title or label.", label: "Label of the control.", element: "Control that takes the value." }
)
export type Input = typeof Input.Type

export interface Step extends Parent<"step"> {
  readonly id: string
  readonly title?: string
  readonly next?: boolean
}

export const Step: Schema.Codec<Step> = closed(
  "ContentKitStepperStep",
  {
    type: Schema.Literal("step"),
    id: ContentKitValue.Name,
    title: optional(ContentKitValue.Label),
    next: optional(Schema.Boolean),
    ...children
  },
  { id: "Name of the step.", title: "Title of the step.", next: "Whether the next step can be reached." }
)

export type Element =
  | Control
  | HStack
  | VStack
  | Box
  | typeof ContentKitLeaf.Divider.Type
  | WebFrame
  | ContentKitLeaf.Markdown
  | Card
  | ContentKitLeaf.Image
  | Input
  | TextElement
  | typeof Hint.Type
  | ContentKitLeaf.Link
  | Step

/** Any element that others may hold. */
export const Element: Schema.Codec<Element> = Schema.Union([
  ...Control.members,
  HStack,
  VStack,
  Box,
  ContentKitLeaf.Divider,
  WebFrame,
  ContentKitLeaf.Markdown,
  Card,
  ContentKitLeaf.Image,
  Input,
  TextElement,
  Hint,
  ContentKitLeaf.Link,
  Step
])
