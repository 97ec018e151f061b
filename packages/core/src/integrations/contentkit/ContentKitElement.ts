import { Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as ContentKitValue from "./ContentKitValue.ts"
import { BoundText, Confirm, FrameData, LongText, Url, WebUrl } from "./ContentKitValue.ts"

export const limits = {
  /** Options of a select. */
  options: 500,
  /** Buttons of a card, a frame or a code block, and controls of a block. */
  buttons: 50,
  /** Width by height, and height by width. */
  ratio: 100
} as const

export const list = <S extends Schema.Constraint>(item: S, most: number) =>
  Schema.Array(item).check(Schema.isMaxLength(most, { expected: `an array of at most ${most} items` }))

const Ratio = Schema.Finite.check(
  Schema.makeFilter(
    (ratio) =>
      (ratio >= 1 / limits.ratio && ratio <= limits.ratio) ||
      `must be a number of ${1 / limits.ratio} to ${limits.ratio}`,
    { toJsonSchema: () => ({ minimum: 1 / limits.ratio, maximum: limits.ratio }) }
  )
)

const Value = Schema.Union([ContentKitValue.Label, Schema.Finite])
const disabled = describeFields(
  { disabled: optional(Schema.Boolean) },
  { disabled: "Whether the control cannot be used." }
)
const confirm = describeFields({ confirm: optional(Confirm) }, { confirm: "Question to confirm before the action." })

/** Name of an icon. Any name is allowed; an unknown icon is not drawn. */
const Icon = ContentKitValue.Name

export const Button = closed(
  "ContentKitButton",
  {
    type: Schema.Literal("button"),
    onPress: ContentKitValue.Action,
    style: optional(Schema.Literals(["primary", "secondary", "danger"])),
    icon: optional(Icon),
    trailingIcon: optional(Icon),
    label: optional(ContentKitValue.Label),
    tooltip: optional(ContentKitValue.Label),
    ...confirm,
    ...disabled
  },
  {
    style: "Style of the button.",
    onPress: "Action when it is pressed.",
    icon: "Icon before the label.",
    trailingIcon: "Icon after the label.",
    label: "Text that people see.",
    tooltip: "Text shown while the pointer is over the button."
  }
)
export type Button = typeof Button.Type

export const buttons = describeFields(
  { buttons: optional(list(Button, limits.buttons)) },
  { buttons: "Buttons at the end." }
)

export const TextInput = closed(
  "ContentKitTextInput",
  {
    type: Schema.Literal("textinput"),
    state: ContentKitValue.Name,
    initialValue: optional(ContentKitValue.Content),
    placeholder: optional(ContentKitValue.Label),
    multiline: optional(Schema.Boolean),
    inputType: optional(Schema.Literals(["text", "password", "email"])),
    ...disabled
  },
  {
    state: "Name of the state that holds the value.",
    initialValue: "Value that the control begins with.",
    placeholder: "Text shown while the control is empty.",
    multiline: "Whether the text may have several lines.",
    inputType: "Kind of the text, which decides the keyboard."
  }
)

export const Divider = closed(
  "ContentKitDivider",
  {
    type: Schema.Literal("divider"),
    size: optional(Schema.Literals(["small", "medium", "large"]))
  },
  { size: "Space around the line." }
)

export const WebFrame = closed(
  "ContentKitWebFrame",
  {
    type: Schema.Literal("webframe"),
    source: Schema.Struct(describeFields({ url: WebUrl }, { url: "Address that is loaded or opened." })),
    aspectRatio: optional(Ratio),
    data: optional(FrameData),
    ...buttons
  },
  {
    source: "Where the content is loaded from.",
    aspectRatio: "Width divided by height.",
    data: "Values that the frame receives."
  }
)
export type WebFrame = typeof WebFrame.Type

export const Markdown = closed(
  "ContentKitMarkdown",
  { type: Schema.Literal("markdown"), content: BoundText },
  { content: "Text to show, or the state that holds it." }
)
export type Markdown = typeof Markdown.Type

export const Link = closed(
  "ContentKitLink",
  {
    type: Schema.Literal("link"),
    target: Schema.Struct(describeFields({ url: Url }, { url: "Address that is loaded or opened." })),
    children: Schema.Union([LongText, Schema.Array(LongText)])
  },
  { children: "Text, or pieces of text.", target: "What the link opens." }
)
export type Link = typeof Link.Type

export const Image = closed(
  "ContentKitImage",
  {
    type: Schema.Literal("image"),
    source: Schema.Struct(describeFields({ url: WebUrl }, { url: "Address that is loaded or opened." })),
    aspectRatio: Ratio
  },
  { source: "Where the content is loaded from.", aspectRatio: "Width divided by height." }
)
export type Image = typeof Image.Type

export const Sign = Schema.Union([Icon, Image])

export const Select = closed(
  "ContentKitSelect",
  {
    type: Schema.Literal("select"),
    state: ContentKitValue.Name,
    initialValue: optional(Schema.Union([ContentKitValue.Label, list(ContentKitValue.Label, limits.options)])),
    onValueChange: optional(ContentKitValue.Action),
    placeholder: optional(ContentKitValue.Label),
    multiple: optional(Schema.Boolean),
    acceptInput: optional(Schema.Boolean),
    options: Schema.Union([
      list(
        Schema.Struct(
          describeFields(
            { id: ContentKitValue.Label, label: ContentKitValue.Label, icon: optional(Sign) },
            { label: "Text that people see.", id: "Value of the option.", icon: "Icon or image of the option." }
          )
        ),
        limits.options
      ),
      Schema.Struct({ source: Schema.Literal("openapi") }),
      Schema.Struct(describeFields({ url: Url }, { url: "Address that is loaded or opened." }))
    ]),
    ...disabled
  },
  {
    state: "Name of the state that holds the value.",
    initialValue: "Value that the control begins with.",
    placeholder: "Text shown while the control is empty.",
    onValueChange: "Action when the value changes.",
    multiple: "Whether several options can be selected.",
    acceptInput: "Whether other values can be typed.",
    options: "Options, or where they are loaded from."
  }
)

export const Switch = closed(
  "ContentKitSwitch",
  {
    type: Schema.Literal("switch"),
    state: ContentKitValue.Name,
    initialValue: optional(Schema.Boolean),
    onValueChange: optional(ContentKitValue.Action),
    ...confirm,
    ...disabled
  },
  {
    state: "Name of the state that holds the value.",
    initialValue: "Value that the control begins with.",
    onValueChange: "Action when the value changes."
  }
)

export const Radio = closed(
  "ContentKitRadio",
  {
    type: Schema.Literal("radio"),
    state: ContentKitValue.Name,
    value: Value,
    ...confirm,
    ...disabled
  },
  { state: "Name of the state that holds the value.", value: "Value that the control stands for." }
)

export const Checkbox = closed(
  "ContentKitCheckbox",
  {
    type: Schema.Literal("checkbox"),
    state: ContentKitValue.Name,
    value: Value,
    ...confirm,
    ...disabled
  },
  { state: "Name of the state that holds the value.", value: "Value that the control stands for." }
)

export interface TextElement {
  readonly type: "text"
  readonly style?: "bold" | "italic" | "code" | "strikethrough"
  readonly children: string | ReadonlyArray<string | TextElement | Link>
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
          Link
        ])
      )
    ])
  },
  { style: "Style of the text.", children: "Text, or pieces of text." }
)

export const Inline = Schema.Union([TextElement, Image, Link])
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
  readonly icon?: string | Image
  readonly onPress?: ContentKitValue.Action
  readonly children?: ReadonlyArray<Element>
  readonly buttons?: ReadonlyArray<Button>
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

const Control = Schema.Union([TextInput, Select, Switch, Radio, Checkbox, Button, CodeBlock])
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
  | typeof Divider.Type
  | WebFrame
  | Markdown
  | Card
  | Image
  | Input
  | TextElement
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
  TextElement,
  Hint,
  Link,
  Step
])
