import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { ImageRef } from "./ContentRef.ts"
import { Expression, Plain, SimpleInline, Text } from "./Inline.ts"
import type * as Nodes from "./Nodes.ts"
import * as Table from "./Table.ts"
import { Divider, JsonRecord, MathBlock, metaFields, VoidBlock } from "./VoidBlock.ts"

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

const blockWithNodes = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct({
    object: Schema.Literal("block"),
    type: Schema.Literal(type),
    key: optional(Schema.String),
    isVoid: optional(Schema.Literal(false)),
    ...fields
  })

const voidBlock = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct({
    object: Schema.Literal("block"),
    type: Schema.Literal(type),
    key: optional(Schema.String),
    isVoid: Schema.Literal(true),
    ...fields
  })

const fragmentFields = { object: Schema.Literal("fragment"), key: optional(Schema.String) }
const optionalLiteral = <N extends string>(name: N) => optional(Schema.Literal(name))

const optionalData = <F extends Schema.Struct.Fields>(fields: F) => optional(Schema.Struct(fields))
const freeData = { data: optional(JsonRecord) }
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
      ...fragmentFields,
      type: Schema.Literal("annotation-body"),
      fragment: optionalLiteral("annotation-body"),
      nodes: Schema.Array(
        Schema.suspend((): Schema.Codec<Essential | Code> => NoteChild).annotate({
          identifier: "DocumentNoteChild"
        })
      ).pipe(Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })))
    })
  ),
  ...freeData
})

export const InlineNode: Schema.Codec<InlineNode> = Schema.Union([Text, Annotation, ...SimpleInline])

export const Paragraph: Schema.Codec<Paragraph> = blockWithNodes("paragraph", {
  data: optionalData(align),
  nodes: inlines
})

/** The fragment by which links refer to a heading. */
export const HeadingId = Schema.String.pipe(Schema.check(Schema.isPattern(/^[-a-z0-9.+_]+$/u)))

const heading = <T extends Heading["type"]>(type: T) =>
  blockWithNodes(type, { data: Schema.Struct({ id: optional(HeadingId), ...align }), nodes: inlines, ...metaFields })

export const Heading: Schema.Codec<Heading> = Schema.Union([
  heading("heading-1"),
  heading("heading-2"),
  heading("heading-3")
])

export const ListOrdered: Schema.Codec<ListOrdered> = blockWithNodes("list-ordered", {
  data: Schema.Struct({ start: optional(Schema.Int) }),
  nodes: items
})

export const ListUnordered: Schema.Codec<ListUnordered> = blockWithNodes("list-unordered", {
  nodes: items,
  ...freeData
})

export const ListTasks: Schema.Codec<ListTasks> = blockWithNodes("list-tasks", { nodes: items, ...freeData })

const Essential: Schema.Codec<Essential> = Schema.Union([
  Paragraph,
  Heading,
  ListOrdered,
  ListUnordered,
  ListTasks,
  Divider
])

export const CodeLine: Schema.Codec<CodeLine> = blockWithNodes("code-line", {
  data: Schema.Struct({ highlighted: optional(Schema.Boolean) }),
  nodes: Schema.Array(Schema.Union([Text, Annotation, Expression]))
})

export const Code: Schema.Codec<Code> = blockWithNodes("code", {
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

export const Hint: Schema.Codec<Hint> = blockWithNodes("hint", {
  data: Schema.Struct({ style: Schema.Literals(["info", "warning", "danger", "success"]) }),
  nodes: essentials
})

export const Blockquote: Schema.Codec<Blockquote> = blockWithNodes("blockquote", {
  nodes: Schema.Array(
    Schema.suspend((): Schema.Codec<Essential | Blockquote> => QuoteChild).annotate({
      identifier: "DocumentQuoteChild"
    })
  ),
  ...freeData
})

const QuoteChild: Schema.Codec<Essential | Blockquote> = Schema.Union([Essential, Blockquote])

export const Image: Schema.Codec<Image> = voidBlock("image", {
  data: Schema.Struct({
    ref: ImageRef,
    refDark: optional(ImageRef),
    width: optional(Length),
    height: optional(Length),
    alt: optional(Plain)
  }),
  fragments: Schema.Array(
    Schema.Struct({
      ...fragmentFields,
      fragment: Schema.Literal("caption"),
      type: optionalLiteral("caption"),
      nodes: Schema.Array(Paragraph)
    })
  )
})

export const Images: Schema.Codec<Images> = blockWithNodes("images", {
  data: Schema.Struct({ align: optional(Schema.Literals(["center", "left", "right"])), ...fullWidth }),
  nodes: Schema.Array(Image)
})

export const Expandable: Schema.Codec<Expandable> = voidBlock("expandable", {
  data: JsonRecord,
  fragments: Schema.Array(
    Schema.Union([
      Schema.Struct({
        ...fragmentFields,
        fragment: Schema.Literal("expandable-title"),
        type: optionalLiteral("expandable-title"),
        nodes: Schema.Array(Paragraph).pipe(
          Schema.check(Schema.isBetweenLength(1, 1, { expected: "an array of exactly 1 item(s)" }))
        )
      }),
      Schema.Struct({
        ...fragmentFields,
        fragment: Schema.Literal("expandable-body"),
        type: optionalLiteral("expandable-body"),
        nodes: topLevels.pipe(Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })))
      })
    ])
  ),
  ...metaFields
})

export const TabsItem: Schema.Codec<TabsItem> = blockWithNodes("tabs-item", {
  data: Schema.Struct({ title: optional(Plain) }),
  nodes: topLevels,
  ...metaFields
})

export const Tabs: Schema.Codec<Tabs> = blockWithNodes("tabs", {
  data: optionalData(fullWidth),
  nodes: Schema.Array(TabsItem)
})

export const StepperStep: Schema.Codec<StepperStep> = blockWithNodes("stepper-step", {
  data: Schema.Struct({ icon: optional(Plain) }),
  nodes: topLevels
})

export const Stepper: Schema.Codec<Stepper> = blockWithNodes("stepper", {
  nodes: Schema.Array(StepperStep),
  ...freeData
})

export const Column: Schema.Codec<Column> = blockWithNodes("column", {
  data: Schema.Struct({ width: optional(Length) }),
  nodes: topLevels
})

export const Columns: Schema.Codec<Columns> = blockWithNodes("columns", {
  data: Schema.Struct(fullWidth),
  nodes: Schema.Array(Column)
})

/** Content shown only if the expression is true. */
export const If: Schema.Codec<If> = blockWithNodes("if", {
  data: Schema.Struct({ expression: Plain }),
  nodes: topLevels
})

export const TableBlock: Schema.Codec<TableBlock> = voidBlock("table", {
  data: Table.Data,
  fragments: Schema.Array(
    Schema.Struct({
      ...fragmentFields,
      fragment: optional(Schema.String),
      type: optional(Schema.String),
      nodes: topLevels
    })
  )
})

export const ListItem: Schema.Codec<ListItem> = blockWithNodes("list-item", {
  data: optionalData({ checked: optional(Schema.Boolean) }),
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
