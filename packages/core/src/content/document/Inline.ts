import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import * as Emoji from "../../foundation/text/Emoji.ts"
import { ContentRef, ImageRef } from "./ContentRef.ts"

/** Any text except NUL and lone surrogates. */
export const Plain = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) => (text.includes("\u0000") || !text.isWellFormed() ? "must be text without NUL" : undefined),
      {
        toJsonSchema: () => ({})
      }
    )
  )
)

export const colors = [
  "default",
  "green",
  "blue",
  "red",
  "orange",
  "yellow",
  "purple",
  "$primary",
  "$info",
  "$success",
  "$warning",
  "$danger"
] as const
export const Color = Schema.Literals(colors)
export type Color = typeof Color.Type

const simple = ["bold", "italic", "strikethrough", "superscript", "subscript", "keyboard", "code"] as const

export const SimpleMark = Schema.Struct(
  describeFields({ object: Schema.Literal("mark"), type: Schema.Literals(simple) }, { type: "Kind of the mark." })
)
export type SimpleMark = typeof SimpleMark.Type

export const ColorMark = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("mark"),
      type: Schema.Literal("color"),
      data: Schema.Struct(
        describeFields(
          { text: Color, background: Color },
          { text: "Color of the text.", background: "Color behind the text." }
        )
      )
    },
    { data: "Colors of the mark." }
  )
)
export type ColorMark = typeof ColorMark.Type

export const Mark = Schema.Union([SimpleMark, ColorMark]).annotate({ identifier: "DocumentMark" })
export type Mark = typeof Mark.Type
export type MarkType = Mark["type"]

/** Mark types from outermost to innermost, the order in which normalized documents list them. */
export const markOrder: ReadonlyArray<MarkType> = ["color", ...simple]

/** A run of text with the same marks; a line break is `\n`. */
export const Leaf = Schema.Struct(
  describeFields(
    { object: Schema.Literal("leaf"), text: Plain, marks: Schema.Array(Mark) },
    { text: "Characters of the leaf, without NUL.", marks: "Marks that apply to all of the leaf." }
  )
)
export type Leaf = typeof Leaf.Type

export const Text = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("text"),
      key: optional(Schema.String),
      leaves: Schema.Array(Leaf)
    },
    {
      leaves: "Runs of text, each with its marks.",
      key: "Key of the node within its document, made by the client and kept as sent."
    }
  )
).annotate({ identifier: "DocumentText" })
export type Text = typeof Text.Type

const inline = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct(
    describeFields(
      {
        object: Schema.Literal("inline"),
        type: Schema.Literal(type),
        key: optional(Schema.String),
        ...fields
      },
      { key: "Key of the node within its document, made by the client and kept as sent." }
    )
  )

const isVoid = { isVoid: Schema.Literal(true) }

export const InlineImage = inline(
  "inline-image",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          {
            ref: ImageRef,
            refDark: optional(ImageRef),
            caption: optional(Plain),
            size: optional(Schema.Literals(["original", "line"]))
          },
          {
            ref: "Image to show.",
            refDark: "Image shown instead in dark mode.",
            caption: "Text below the image.",
            size: "Whether the image keeps its size or the height of a line."
          }
        )
      ),
      ...isVoid
    },
    { data: "Properties of the inline node." }
  )
)
export type InlineImage = typeof InlineImage.Type

export const Link = inline(
  "link",
  describeFields(
    {
      data: Schema.Struct(describeFields({ ref: ContentRef }, { ref: "What the link leads to." })),
      nodes: Schema.Array(Schema.Union([Text, InlineImage])),
      isVoid: optional(Schema.Literal(false))
    },
    {
      data: "Properties of the inline node.",
      isVoid: "Whether the node has no nodes inside; false here.",
      nodes: "Nodes inside of this one, in order."
    }
  )
)
export type Link = typeof Link.Type

/** The hexadecimal code points of one emoji, joined by `-`. */
export const EmojiCode = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/u)),
  Schema.check(
    Schema.makeFilter((code) => Emoji.characters(code) !== undefined || "must be the code points of one emoji", {
      toJsonSchema: () => ({})
    })
  )
)

export const EmojiInline = inline(
  "emoji",
  describeFields(
    {
      data: Schema.Struct(
        describeFields({ code: EmojiCode }, { code: "Code points of the emoji in hexadecimal, joined by hyphens." })
      ),
      ...isVoid
    },
    { data: "Properties of the inline node." }
  )
)
export type EmojiInline = typeof EmojiInline.Type

/** Name of an icon of the icon set, such as `gear`. */
export const IconName = Schema.String.pipe(Schema.check(Schema.isPattern(/^[a-zA-Z0-9_-]{1,50}$/u)))

export const Icon = inline(
  "icon",
  describeFields(
    { data: Schema.Struct(describeFields({ icon: IconName }, { icon: "Name of the icon." })), ...isVoid },
    { data: "Properties of the inline node." }
  )
)
export type Icon = typeof Icon.Type

export const InlineExpression = inline(
  "expression",
  describeFields(
    {
      data: Schema.Struct(describeFields({ expression: Plain }, { expression: "Expression whose value is shown." })),
      ...isVoid
    },
    { data: "Properties of the inline node." }
  )
)
export type InlineExpression = typeof InlineExpression.Type

export const InlineMath = inline(
  "inline-math",
  describeFields(
    { data: Schema.Struct(describeFields({ formula: Plain }, { formula: "Formula in TeX." })), ...isVoid },
    { data: "Properties of the inline node." }
  )
)
export type InlineMath = typeof InlineMath.Type

export const Mention = inline(
  "mention",
  describeFields(
    {
      data: Schema.Struct(
        describeFields({ ref: ContentRef }, { ref: "Person, page or other content that is mentioned." })
      ),
      ...isVoid
    },
    { data: "Properties of the inline node." }
  )
)
export type Mention = typeof Mention.Type

export const Button = inline(
  "button",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          {
            label: Plain,
            kind: Schema.Literals(["primary", "secondary"]),
            icon: optional(IconName),
            ref: ContentRef
          },
          {
            ref: "What the link leads to.",
            label: "Text on the button.",
            kind: "Style of the button.",
            icon: "Name of the icon on the button."
          }
        )
      ),
      ...isVoid
    },
    { data: "Properties of the inline node." }
  )
)
export type Button = typeof Button.Type

/** The inlines that hold no blocks. */
export const SimpleInline = [
  Link,
  InlineImage,
  EmojiInline,
  Icon,
  InlineExpression,
  InlineMath,
  Mention,
  Button
] as const
export type SimpleInline = (typeof SimpleInline)[number]["Type"]

export const leaf = (text: string, marks: ReadonlyArray<Mark> = []): Leaf => ({ object: "leaf", text, marks })

export const text = (value: string, marks: ReadonlyArray<Mark> = []): Text => ({
  object: "text",
  leaves: [leaf(value, marks)]
})

export const textOf = (leaves: ReadonlyArray<Leaf>): Text => ({ object: "text", leaves })

export const link = (ref: ContentRef, nodes: Link["nodes"]): Link => ({
  object: "inline",
  type: "link",
  data: { ref },
  nodes
})
