import { Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as ContentKitValue from "./ContentKitValue.ts"
import { BoundText, Confirm, FrameData, LongText, Url, WebUrl } from "./ContentKitValue.ts"

export const limits = {
  /** Of a select. */
  options: 500,
  /** Of a card, a frame, a code block, and controls of a block. */
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

/** Icons are not held to a list: one that is not known is not drawn. */
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
