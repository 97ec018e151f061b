import { Schema } from "effect"
import { closed, optional } from "../../foundation/input/Input.ts"
import {
  Action,
  BoundText,
  Confirm,
  Content,
  FrameData,
  Label,
  LongText,
  Name,
  Url,
  WebUrl
} from "./ContentKitValue.ts"

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

const Value = Schema.Union([Label, Schema.Finite])
const disabled = { disabled: optional(Schema.Boolean) }
const confirm = { confirm: optional(Confirm) }

/** Icons are not held to a list: one that is not known is not drawn. */
const Icon = Name

export const Button = closed("ContentKitButton", {
  type: Schema.Literal("button"),
  onPress: Action,
  style: optional(Schema.Literals(["primary", "secondary", "danger"])),
  icon: optional(Icon),
  trailingIcon: optional(Icon),
  label: optional(Label),
  tooltip: optional(Label),
  ...confirm,
  ...disabled
})
export type Button = typeof Button.Type

export const buttons = { buttons: optional(list(Button, limits.buttons)) }

export const TextInput = closed("ContentKitTextInput", {
  type: Schema.Literal("textinput"),
  state: Name,
  initialValue: optional(Content),
  placeholder: optional(Label),
  multiline: optional(Schema.Boolean),
  inputType: optional(Schema.Literals(["text", "password", "email"])),
  ...disabled
})

export const Divider = closed("ContentKitDivider", {
  type: Schema.Literal("divider"),
  size: optional(Schema.Literals(["small", "medium", "large"]))
})

export const WebFrame = closed("ContentKitWebFrame", {
  type: Schema.Literal("webframe"),
  source: Schema.Struct({ url: WebUrl }),
  aspectRatio: optional(Ratio),
  data: optional(FrameData),
  ...buttons
})
export type WebFrame = typeof WebFrame.Type

export const Markdown = closed("ContentKitMarkdown", { type: Schema.Literal("markdown"), content: BoundText })
export type Markdown = typeof Markdown.Type

export const Link = closed("ContentKitLink", {
  type: Schema.Literal("link"),
  target: Schema.Struct({ url: Url }),
  children: Schema.Union([LongText, Schema.Array(LongText)])
})
export type Link = typeof Link.Type

export const Image = closed("ContentKitImage", {
  type: Schema.Literal("image"),
  source: Schema.Struct({ url: WebUrl }),
  aspectRatio: Ratio
})
export type Image = typeof Image.Type

export const Sign = Schema.Union([Icon, Image])

export const Select = closed("ContentKitSelect", {
  type: Schema.Literal("select"),
  state: Name,
  initialValue: optional(Schema.Union([Label, list(Label, limits.options)])),
  onValueChange: optional(Action),
  placeholder: optional(Label),
  multiple: optional(Schema.Boolean),
  acceptInput: optional(Schema.Boolean),
  options: Schema.Union([
    list(Schema.Struct({ id: Label, label: Label, icon: optional(Sign) }), limits.options),
    Schema.Struct({ source: Schema.Literal("openapi") }),
    Schema.Struct({ url: Url })
  ]),
  ...disabled
})

export const Switch = closed("ContentKitSwitch", {
  type: Schema.Literal("switch"),
  state: Name,
  initialValue: optional(Schema.Boolean),
  onValueChange: optional(Action),
  ...confirm,
  ...disabled
})

export const Radio = closed("ContentKitRadio", {
  type: Schema.Literal("radio"),
  state: Name,
  value: Value,
  ...confirm,
  ...disabled
})

export const Checkbox = closed("ContentKitCheckbox", {
  type: Schema.Literal("checkbox"),
  state: Name,
  value: Value,
  ...confirm,
  ...disabled
})
