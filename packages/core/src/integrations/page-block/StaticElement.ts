import { Schema } from "effect"
import * as Block from "../../content/document/Block.ts"
import { optional } from "../../foundation/input/Input.ts"

/** A piece of a text; `url` where it is a link. */
export const Run = Schema.Struct({
  text: Schema.String,
  styles: optional(Schema.Array(Schema.Literals(["bold", "italic", "code", "strikethrough"]))),
  url: optional(Schema.String)
})
export type Run = typeof Run.Type

/** A picture between texts. */
export const Picture = Schema.Struct({ type: Schema.Literal("image"), url: Schema.String, ratio: Schema.Finite })
export type Picture = typeof Picture.Type

export const Words = Schema.Struct({ type: Schema.Literal("text"), runs: Schema.Array(Run) })
export type Words = typeof Words.Type

/** A button that opens an address. */
export const Press = Schema.Struct({
  label: Schema.String,
  url: Schema.String,
  icon: optional(Schema.String),
  isPrimary: Schema.Boolean
})
export type Press = typeof Press.Type

const Presses = Schema.Struct({ type: Schema.Literal("buttons"), buttons: Schema.Array(Press) })

/** What was Markdown. */
const Written = Schema.Struct({ type: Schema.Literal("document"), nodes: Schema.Array(Block.TopLevel) })

const Divider = Schema.Struct({
  type: Schema.Literal("divider"),
  size: optional(Schema.Literals(["small", "medium", "large"]))
})

const Frame = Schema.Struct({ type: Schema.Literal("frame"), url: Schema.String, ratio: optional(Schema.Finite) })
export type Frame = typeof Frame.Type

const Hint = Schema.Struct({ type: Schema.Literal("hint"), children: Schema.Array(Schema.Union([Words, Picture])) })

interface Within {
  readonly children: ReadonlyArray<StaticElement>
}

export interface Stack extends Within {
  readonly type: "hstack" | "vstack" | "box"
  readonly align?: "start" | "center" | "end"
  readonly grow?: number
}

export interface Card extends Within {
  readonly type: "card"
  readonly title?: string
  readonly hint: ReadonlyArray<Words | Picture>
  readonly icon?: string | Picture
  readonly url?: string
}

/** What a control is for, where something of it can be shown. */
export interface LabelledControl extends Within {
  readonly type: "labelled"
  readonly label: string
  readonly hint: ReadonlyArray<Words | Picture>
}

/** An element as it is without its script: nothing in it waits for somebody (rule page-block-static). */
export type StaticElement =
  | Words
  | Picture
  | typeof Presses.Type
  | typeof Written.Type
  | typeof Divider.Type
  | Frame
  | typeof Hint.Type
  | Stack
  | Card
  | LabelledControl

const children = { children: Schema.Array(Schema.suspend((): Schema.Codec<StaticElement> => StaticElement)) }
const hint = { hint: Schema.Array(Schema.Union([Words, Picture])) }

const Stack: Schema.Codec<Stack> = Schema.Struct({
  type: Schema.Literals(["hstack", "vstack", "box"]),
  align: optional(Schema.Literals(["start", "center", "end"])),
  grow: optional(Schema.Finite),
  ...children
})

const Card: Schema.Codec<Card> = Schema.Struct({
  type: Schema.Literal("card"),
  title: optional(Schema.String),
  ...hint,
  icon: optional(Schema.Union([Schema.String, Picture])),
  url: optional(Schema.String),
  ...children
})

const LabelledControl: Schema.Codec<LabelledControl> = Schema.Struct({
  type: Schema.Literal("labelled"),
  label: Schema.String,
  ...hint,
  ...children
})

export const StaticElement: Schema.Codec<StaticElement> = Schema.Union([
  Words,
  Picture,
  Presses,
  Written,
  Divider,
  Frame,
  Hint,
  Stack,
  Card,
  LabelledControl
])
