import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { ImageRef } from "./ContentRef.ts"
import { Expression, Plain, SimpleInline, Text } from "./Inline.ts"
import type * as Nodes from "./Nodes.ts"
import * as Table from "./Table.ts"
import { Addressed, Divider, JsonRecord, MathBlock, VoidBlock } from "./VoidBlock.ts"

export type Alignment = Nodes.Alignment
export type Annotation = Nodes.Annotation
export type AnnotationBody = Nodes.AnnotationBody
export type Block = Nodes.Block
export type Blockquote = Nodes.Blockquote
export type Caption = Nodes.Caption
export type Code = Nodes.Code
export type CodeLine = Nodes.CodeLine
export type Column = Nodes.Column
export type Columns = Nodes.Columns
export type Essential = Nodes.Essential
export type Expandable = Nodes.Expandable
export type ExpandableBody = Nodes.ExpandableBody
export type ExpandableTitle = Nodes.ExpandableTitle
export type Fragment<Child extends Nodes.Block> = Nodes.Fragment<Child>
export type Heading = Nodes.Heading
export type Hint = Nodes.Hint
export type HintStyle = Nodes.HintStyle
export type If = Nodes.If
export type Image = Nodes.Image
export type Images = Nodes.Images
export type Inline = Nodes.Inline
export type InlineNode = Nodes.InlineNode
export type Length = Nodes.Length
export type ListItem = Nodes.ListItem
export type ListItemChild = Nodes.ListItemChild
export type ListOrdered = Nodes.ListOrdered
export type ListTasks = Nodes.ListTasks
export type ListUnordered = Nodes.ListUnordered
export type Paragraph = Nodes.Paragraph
export type Stepper = Nodes.Stepper
export type StepperStep = Nodes.StepperStep
export type TableBlock = Nodes.TableBlock
export type Tabs = Nodes.Tabs
export type TabsItem = Nodes.TabsItem
export type TopLevel = Nodes.TopLevel

const open = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct({
    object: Schema.Literal("block"),
    type: Schema.Literal(type),
    key: optional(Schema.String),
    isVoid: optional(Schema.Literal(false)),
    ...fields
  })

const closed = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct({
    object: Schema.Literal("block"),
    type: Schema.Literal(type),
    key: optional(Schema.String),
    isVoid: Schema.Literal(true),
    ...fields
  })

const beside = { object: Schema.Literal("fragment"), key: optional(Schema.String) }
const maybe = <N extends string>(name: N) => optional(Schema.Literal(name))

const data = <F extends Schema.Struct.Fields>(fields: F) => optional(Schema.Struct(fields))
const free = { data: optional(JsonRecord) }
const align = { align: optional(Schema.Literals(["start", "center", "end"])) }
const fullWidth = { fullWidth: optional(Schema.Boolean) }

const Length: Schema.Codec<Nodes.Length> = Schema.Union([
  Schema.Finite,
  Schema.Struct({ unit: Plain, value: Schema.Finite })
])

const inlines = Schema.Array(
  Schema.suspend((): Schema.Codec<InlineNode> => InlineNode).annotate({ identifier: "DocumentInline" })
)
const essentials = Schema.Array(
  Schema.suspend((): Schema.Codec<Essential> => Essential).annotate({ identifier: "DocumentEssential" })
)
const topLevels = Schema.Array(
  Schema.suspend((): Schema.Codec<TopLevel> => TopLevel).annotate({ identifier: "DocumentTopLevel" })
)
const items = Schema.Array(
  Schema.suspend((): Schema.Codec<ListItem> => ListItem).annotate({ identifier: "DocumentListItem" })
)

export const Annotation: Schema.Codec<Annotation> = Schema.Struct({
  object: Schema.Literal("inline"),
  type: Schema.Literal("annotation"),
  key: optional(Schema.String),
  isVoid: optional(Schema.Literal(false)),
  nodes: Schema.Array(Text),
  fragments: Schema.Array(
    Schema.Struct({
      ...beside,
      type: Schema.Literal("annotation-body"),
      fragment: maybe("annotation-body"),
      nodes: Schema.Array(
        Schema.suspend((): Schema.Codec<Essential | Code> => NoteChild).annotate({
          identifier: "DocumentNoteChild"
        })
      ).pipe(Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })))
    })
  ),
  ...free
})

export const InlineNode: Schema.Codec<InlineNode> = Schema.Union([Text, Annotation, ...SimpleInline])

export const Paragraph: Schema.Codec<Paragraph> = open("paragraph", { data: data(align), nodes: inlines })

/** What a link to a heading may name it by. */
export const HeadingId = Schema.String.pipe(Schema.check(Schema.isPattern(/^[-a-z0-9.+_]+$/u)))

const heading = <T extends Heading["type"]>(type: T) =>
  open(type, { data: Schema.Struct({ id: optional(HeadingId), ...align }), nodes: inlines, ...Addressed })

export const Heading: Schema.Codec<Heading> = Schema.Union([
  heading("heading-1"),
  heading("heading-2"),
  heading("heading-3")
])

export const ListOrdered: Schema.Codec<ListOrdered> = open("list-ordered", {
  data: Schema.Struct({ start: optional(Schema.Int) }),
  nodes: items
})

export const ListUnordered: Schema.Codec<ListUnordered> = open("list-unordered", { nodes: items, ...free })

export const ListTasks: Schema.Codec<ListTasks> = open("list-tasks", { nodes: items, ...free })

const Essential: Schema.Codec<Essential> = Schema.Union([
  Paragraph,
  Heading,
  ListOrdered,
  ListUnordered,
  ListTasks,
  Divider
])

export const CodeLine: Schema.Codec<CodeLine> = open("code-line", {
  data: Schema.Struct({ highlighted: optional(Schema.Boolean) }),
  nodes: Schema.Array(Schema.Union([Text, Annotation, Expression]))
})

export const Code: Schema.Codec<Code> = open("code", {
  data: Schema.Struct({
    syntax: optional(Plain),
    title: optional(Plain),
    overflow: optional(Schema.Literals(["scroll", "wrap"])),
    lineNumbers: optional(Schema.Boolean),
    ...fullWidth
  }),
  nodes: Schema.Array(CodeLine)
})

const NoteChild: Schema.Codec<Essential | Code> = Schema.Union([Essential, Code])

export const Hint: Schema.Codec<Hint> = open("hint", {
  data: Schema.Struct({ style: Schema.Literals(["info", "warning", "danger", "success"]) }),
  nodes: essentials
})

export const Blockquote: Schema.Codec<Blockquote> = open("blockquote", {
  nodes: Schema.Array(
    Schema.suspend((): Schema.Codec<Essential | Blockquote> => QuoteChild).annotate({
      identifier: "DocumentQuoteChild"
    })
  ),
  ...free
})

const QuoteChild: Schema.Codec<Essential | Blockquote> = Schema.Union([Essential, Blockquote])

export const Image: Schema.Codec<Image> = closed("image", {
  data: Schema.Struct({
    ref: ImageRef,
    refDark: optional(ImageRef),
    width: optional(Length),
    height: optional(Length),
    alt: optional(Plain)
  }),
  fragments: Schema.Array(
    Schema.Struct({
      ...beside,
      fragment: Schema.Literal("caption"),
      type: maybe("caption"),
      nodes: Schema.Array(Paragraph)
    })
  )
})

export const Images: Schema.Codec<Images> = open("images", {
  data: Schema.Struct({ align: optional(Schema.Literals(["center", "left", "right"])), ...fullWidth }),
  nodes: Schema.Array(Image)
})

export const Expandable: Schema.Codec<Expandable> = closed("expandable", {
  data: JsonRecord,
  fragments: Schema.Array(
    Schema.Union([
      Schema.Struct({
        ...beside,
        fragment: Schema.Literal("expandable-title"),
        type: maybe("expandable-title"),
        nodes: Schema.Array(Paragraph).pipe(
          Schema.check(Schema.isBetweenLength(1, 1, { expected: "an array of exactly 1 item(s)" }))
        )
      }),
      Schema.Struct({
        ...beside,
        fragment: Schema.Literal("expandable-body"),
        type: maybe("expandable-body"),
        nodes: topLevels.pipe(Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })))
      })
    ])
  ),
  ...Addressed
})

export const TabsItem: Schema.Codec<TabsItem> = open("tabs-item", {
  data: Schema.Struct({ title: optional(Plain) }),
  nodes: topLevels,
  ...Addressed
})

export const Tabs: Schema.Codec<Tabs> = open("tabs", { data: data(fullWidth), nodes: Schema.Array(TabsItem) })

export const StepperStep: Schema.Codec<StepperStep> = open("stepper-step", {
  data: Schema.Struct({ icon: optional(Plain) }),
  nodes: topLevels
})

export const Stepper: Schema.Codec<Stepper> = open("stepper", { nodes: Schema.Array(StepperStep), ...free })

export const Column: Schema.Codec<Column> = open("column", {
  data: Schema.Struct({ width: optional(Length) }),
  nodes: topLevels
})

export const Columns: Schema.Codec<Columns> = open("columns", {
  data: Schema.Struct(fullWidth),
  nodes: Schema.Array(Column)
})

/** Content that readers see where the expression holds. */
export const If: Schema.Codec<If> = open("if", { data: Schema.Struct({ expression: Plain }), nodes: topLevels })

export const TableBlock: Schema.Codec<TableBlock> = closed("table", {
  data: Table.Data,
  fragments: Schema.Array(
    Schema.Struct({ ...beside, fragment: optional(Schema.String), type: optional(Schema.String), nodes: topLevels })
  )
})

export const ListItem: Schema.Codec<ListItem> = open("list-item", {
  data: data({ checked: optional(Schema.Boolean) }),
  nodes: Schema.Array(Schema.Union([Essential, Code, Hint, Blockquote, MathBlock, TableBlock]))
})

export const TopLevel: Schema.Codec<TopLevel> = Schema.Union([
  Essential,
  ...VoidBlock,
  Code,
  Hint,
  Blockquote,
  Images,
  Expandable,
  Tabs,
  Stepper,
  Columns,
  If,
  TableBlock
])
