import { Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import {
  Button,
  buttons,
  Checkbox,
  Divider,
  Image,
  Link,
  Markdown,
  Radio,
  Select,
  Sign,
  Switch,
  TextInput,
  WebFrame
} from "./ContentKitLeaf.ts"
import { Action, BoundText, Label, LongText, Name } from "./ContentKitValue.ts"

export interface Text {
  readonly type: "text"
  readonly style?: "bold" | "italic" | "code" | "strikethrough"
  readonly children: string | ReadonlyArray<string | Text | Link>
}

export const Text: Schema.Codec<Text> = closed(
  "ContentKitText",
  {
    type: Schema.Literal("text"),
    style: optional(Schema.Literals(["bold", "italic", "code", "strikethrough"])),
    children: Schema.Union([
      LongText,
      Schema.Array(
        Schema.Union([
          LongText,
          Schema.suspend((): Schema.Codec<Text> => Text).annotate({ identifier: "ContentKitInnerText" }),
          Link
        ])
      )
    ])
  },
  { style: "Style of the text.", children: "Text, or pieces of text." }
)

export const Inline = Schema.Union([Text, Image, Link])
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
  readonly buttons?: ReadonlyArray<Button>
  readonly state?: string
  readonly onContentChange?: Action
  readonly header?: ReadonlyArray<Element>
  readonly footer?: ReadonlyArray<Element>
}

export const CodeBlock: Schema.Codec<CodeBlock> = closed(
  "ContentKitCodeBlock",
  {
    type: Schema.Literal("codeblock"),
    content: BoundText,
    syntax: optional(Label),
    lineNumbers: optional(Schema.Union([Schema.Boolean, Schema.Finite])),
    state: optional(Name),
    onContentChange: optional(Action),
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
  readonly icon?: string | Image
  readonly onPress?: Action
  readonly children?: ReadonlyArray<Element>
  readonly buttons?: ReadonlyArray<Button>
}

export const Card: Schema.Codec<Card> = closed(
  "ContentKitCard",
  {
    type: Schema.Literal("card"),
    title: optional(Label),
    hint: optional(Schema.Union([Label, Schema.Array(Inline)])),
    icon: optional(Sign),
    onPress: optional(Action),
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

const Control = Schema.Union([TextInput, Select, Switch, Radio, Checkbox, Button, CodeBlock])
export type Control = typeof Control.Type

export const Input = closed(
  "ContentKitInput",
  {
    type: Schema.Literal("input"),
    label: Label,
    hint: optional(Schema.Union([Label, Inline, Schema.Array(Inline)])),
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
    id: Name,
    title: optional(Label),
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
  | typeof Divider.Type
  | WebFrame
  | Markdown
  | Card
  | Image
  | Input
  | Text
  | typeof Hint.Type
  | Link
  | Step

/** Any element that can be nested in others. */
export const Element: Schema.Codec<Element> = Schema.Union([
  ...Control.members,
  HStack,
  VStack,
  Box,
  Divider,
  WebFrame,
  Markdown,
  Card,
  Image,
  Input,
  Text,
  Hint,
  Link,
  Step
])
