import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { ImageRef } from "./ContentRef.ts"
import { InlineExpression, Plain, SimpleInline, Text } from "./Inline.ts"
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
  Schema.Struct(
    describeFields(
      {
        object: Schema.Literal("block"),
        type: Schema.Literal(type),
        key: optional(Schema.String),
        isVoid: optional(Schema.Literal(false)),
        ...fields
      },
      {
        isVoid: "Whether the node cannot have child nodes; always false here.",
        key: "Key of the node within its document, set by the client and stored unchanged."
      }
    )
  )

const voidBlock = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct(
    describeFields(
      {
        object: Schema.Literal("block"),
        type: Schema.Literal(type),
        key: optional(Schema.String),
        isVoid: Schema.Literal(true),
        ...fields
      },
      { key: "Key of the node within its document, set by the client and stored unchanged." }
    )
  )

const fragmentFields = describeFields(
  { object: Schema.Literal("fragment"), key: optional(Schema.String) },
  { key: "Key of the node within its document, set by the client and stored unchanged." }
)
const optionalLiteral = <N extends string>(name: N) => optional(Schema.Literal(name))

const optionalData = <F extends Schema.Struct.Fields>(fields: F) =>
  optional(Schema.Struct(fields).annotate({ description: "Properties of the block." }))
const freeData = describeFields({ data: optional(JsonRecord) }, { data: "Further properties of the block." })
const align = describeFields(
  { align: optional(Schema.Literals(["start", "center", "end"])) },
  { align: "Horizontal alignment of the block." }
)
const fullWidth = describeFields(
  { fullWidth: optional(Schema.Boolean) },
  { fullWidth: "Whether the block spans the full width of the page." }
)

const Length: Schema.Codec<Nodes.Length> = Schema.Union([
  Schema.Finite,
  Schema.Struct(
    describeFields(
      { unit: Plain, value: Schema.Finite },
      { unit: "Unit of the length, such as `px` or `%`.", value: "Number of units." }
    )
  )
])

const inlines = Schema.Array(
  Schema.suspend((): Schema.Codec<InlineNode> => InlineNode).annotate({ identifier: "DocumentInline" })
).annotate({ description: "Text and inline nodes, in order." })
const essentials = Schema.Array(
  Schema.suspend((): Schema.Codec<Essential> => Essential).annotate({ identifier: "DocumentEssential" })
).annotate({ description: "Child blocks, in order." })
const topLevels = Schema.Array(
  Schema.suspend((): Schema.Codec<TopLevel> => TopLevel).annotate({ identifier: "DocumentTopLevel" })
).annotate({ description: "Child blocks, in order." })
const items = Schema.Array(
  Schema.suspend((): Schema.Codec<ListItem> => ListItem).annotate({ identifier: "DocumentListItem" })
).annotate({ description: "Items of the list, in order." })

export const Annotation: Schema.Codec<Annotation> = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("inline"),
      type: Schema.Literal("annotation"),
      key: optional(Schema.String),
      isVoid: optional(Schema.Literal(false)),
      nodes: Schema.Array(Text),
      fragments: Schema.Array(
        Schema.Struct(
          describeFields(
            {
              ...fragmentFields,
              type: Schema.Literal("annotation-body"),
              fragment: optionalLiteral("annotation-body"),
              nodes: Schema.Array(
                Schema.suspend((): Schema.Codec<Essential | Code> => NoteChild).annotate({
                  identifier: "DocumentNoteChild"
                })
              ).pipe(Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })))
            },
            { nodes: "Child blocks, in order." }
          )
        )
      ),
      ...freeData
    },
    {
      isVoid: "Whether the node cannot have child nodes; always false here.",
      nodes: "Text that the annotation belongs to.",
      key: "Key of the node within its document, set by the client and stored unchanged.",
      fragments: "Parts of the block with separate content."
    }
  )
)

export const InlineNode: Schema.Codec<InlineNode> = Schema.Union([Text, Annotation, ...SimpleInline])

export const Paragraph: Schema.Codec<Paragraph> = blockWithNodes("paragraph", {
  data: optionalData(align),
  nodes: inlines
})

/** The fragment by which links refer to a heading. */
export const HeadingId = Schema.String.pipe(Schema.check(Schema.isPattern(/^[-\p{L}\p{M}\p{N}.+_:~]+$/u)))

const heading = <T extends Heading["type"]>(type: T) =>
  blockWithNodes(
    type,
    describeFields(
      {
        data: Schema.Struct(
          describeFields({ id: optional(HeadingId), ...align }, { id: "Anchor of the heading, unique on the page." })
        ),
        nodes: inlines,
        ...metaFields
      },
      { data: "Properties of the block." }
    )
  )

export const Heading: Schema.Codec<Heading> = Schema.Union([
  heading("heading-1"),
  heading("heading-2"),
  heading("heading-3")
])

export const ListOrdered: Schema.Codec<ListOrdered> = blockWithNodes(
  "list-ordered",
  describeFields(
    {
      data: Schema.Struct(describeFields({ start: optional(Schema.Int) }, { start: "Number of the first item." })),
      nodes: items
    },
    { data: "Properties of the block." }
  )
)

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

export const CodeLine: Schema.Codec<CodeLine> = blockWithNodes(
  "code-line",
  describeFields(
    {
      data: Schema.Struct(
        describeFields({ highlighted: optional(Schema.Boolean) }, { highlighted: "Whether the line is highlighted." })
      ),
      nodes: Schema.Array(Schema.Union([Text, Annotation, InlineExpression]))
    },
    { data: "Properties of the block.", nodes: "Child nodes, in order." }
  )
)

export const Code: Schema.Codec<Code> = blockWithNodes(
  "code",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          {
            syntax: optional(Plain),
            title: optional(Plain),
            overflow: optional(Schema.Literals(["scroll", "wrap"])),
            lineNumbers: optional(Schema.Boolean),
            ...fullWidth
          },
          {
            syntax: "Language of the code, for highlighting.",
            title: "Title above the code.",
            overflow: "Whether long lines scroll or wrap.",
            lineNumbers: "Whether lines are numbered."
          }
        )
      ),
      nodes: Schema.Array(CodeLine)
    },
    { data: "Properties of the block.", nodes: "Child nodes, in order." }
  )
)

const NoteChild: Schema.Codec<Essential | Code> = Schema.Union([Essential, Code])

export const Hint: Schema.Codec<Hint> = blockWithNodes(
  "hint",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          { style: Schema.Literals(["info", "warning", "danger", "success"]) },
          { style: "Kind of the hint, which decides its color and icon." }
        )
      ),
      nodes: essentials
    },
    { data: "Properties of the block." }
  )
)

export const Blockquote: Schema.Codec<Blockquote> = blockWithNodes(
  "blockquote",
  describeFields(
    {
      nodes: Schema.Array(
        Schema.suspend((): Schema.Codec<Essential | Blockquote> => QuoteChild).annotate({
          identifier: "DocumentQuoteChild"
        })
      ),
      ...freeData
    },
    { nodes: "Child nodes, in order." }
  )
)

const QuoteChild: Schema.Codec<Essential | Blockquote> = Schema.Union([Essential, Blockquote])

export const Image: Schema.Codec<Image> = voidBlock(
  "image",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          {
            ref: ImageRef,
            refDark: optional(ImageRef),
            width: optional(Length),
            height: optional(Length),
            alt: optional(Plain)
          },
          {
            ref: "Image to show.",
            refDark: "Image shown in dark mode.",
            width: "Width of the block.",
            height: "Height of the block.",
            alt: "Alternative text of the image."
          }
        )
      ),
      fragments: Schema.Array(
        Schema.Struct(
          describeFields(
            {
              ...fragmentFields,
              fragment: Schema.Literal("caption"),
              type: optionalLiteral("caption"),
              nodes: Schema.Array(Paragraph)
            },
            { nodes: "Child blocks, in order." }
          )
        )
      )
    },
    { data: "Properties of the block.", fragments: "Parts of the block with separate content." }
  )
)

export const Images: Schema.Codec<Images> = blockWithNodes(
  "images",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          { align: optional(Schema.Literals(["center", "left", "right"])), ...fullWidth },
          { align: "Horizontal alignment of the images." }
        )
      ),
      nodes: Schema.Array(Image)
    },
    { data: "Properties of the block.", nodes: "Child nodes, in order." }
  )
)

export const Expandable: Schema.Codec<Expandable> = voidBlock(
  "expandable",
  describeFields(
    {
      data: JsonRecord,
      fragments: Schema.Array(
        Schema.Union([
          Schema.Struct(
            describeFields(
              {
                ...fragmentFields,
                fragment: Schema.Literal("expandable-title"),
                type: optionalLiteral("expandable-title"),
                nodes: Schema.Array(Paragraph).pipe(
                  Schema.check(Schema.isBetweenLength(1, 1, { expected: "an array of exactly 1 item(s)" }))
                )
              },
              { nodes: "Child blocks, in order." }
            )
          ),
          Schema.Struct({
            ...fragmentFields,
            fragment: Schema.Literal("expandable-body"),
            type: optionalLiteral("expandable-body"),
            nodes: topLevels.pipe(Schema.check(Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" })))
          })
        ])
      ),
      ...metaFields
    },
    { data: "Properties of the block.", fragments: "Parts of the block with separate content." }
  )
)

export const TabsItem: Schema.Codec<TabsItem> = blockWithNodes(
  "tabs-item",
  describeFields(
    {
      data: Schema.Struct(describeFields({ title: optional(Plain) }, { title: "Title of the tab." })),
      nodes: topLevels,
      ...metaFields
    },
    { data: "Properties of the block." }
  )
)

export const Tabs: Schema.Codec<Tabs> = blockWithNodes(
  "tabs",
  describeFields(
    {
      data: optionalData(fullWidth),
      nodes: Schema.Array(TabsItem)
    },
    { nodes: "Child nodes, in order." }
  )
)

export const StepperStep: Schema.Codec<StepperStep> = blockWithNodes(
  "stepper-step",
  describeFields(
    {
      data: Schema.Struct(describeFields({ icon: optional(Plain) }, { icon: "Name of the icon of the step." })),
      nodes: topLevels
    },
    { data: "Properties of the block." }
  )
)

export const Stepper: Schema.Codec<Stepper> = blockWithNodes(
  "stepper",
  describeFields(
    {
      nodes: Schema.Array(StepperStep),
      ...freeData
    },
    { nodes: "Child nodes, in order." }
  )
)

export const Column: Schema.Codec<Column> = blockWithNodes(
  "column",
  describeFields(
    {
      data: Schema.Struct(describeFields({ width: optional(Length) }, { width: "Width of the block." })),
      nodes: topLevels
    },
    { data: "Properties of the block." }
  )
)

export const Columns: Schema.Codec<Columns> = blockWithNodes(
  "columns",
  describeFields(
    {
      data: Schema.Struct(fullWidth),
      nodes: Schema.Array(Column)
    },
    { data: "Properties of the block.", nodes: "Child nodes, in order." }
  )
)

/** Content that is shown only if the expression is true. */
export const If: Schema.Codec<If> = blockWithNodes(
  "if",
  describeFields(
    {
      data: Schema.Struct(
        describeFields({ expression: Plain }, { expression: "Expression that decides whether the content is shown." })
      ),
      nodes: topLevels
    },
    { data: "Properties of the block." }
  )
)

export const TableBlock: Schema.Codec<TableBlock> = voidBlock(
  "table",
  describeFields(
    {
      data: Table.Data,
      fragments: Schema.Array(
        Schema.Struct(
          describeFields(
            {
              ...fragmentFields,
              fragment: optional(Schema.String),
              type: optional(Schema.String),
              nodes: topLevels
            },
            { fragment: "Name of the fragment.", type: "Kind of the fragment." }
          )
        )
      )
    },
    { data: "Properties of the block.", fragments: "Parts of the block with separate content." }
  )
)

export const ListItem: Schema.Codec<ListItem> = blockWithNodes(
  "list-item",
  describeFields(
    {
      data: optionalData(
        describeFields({ checked: optional(Schema.Boolean) }, { checked: "Whether the item of a task list is done." })
      ),
      nodes: Schema.Array(Schema.Union([Essential, Code, Hint, Blockquote, MathBlock, TableBlock]))
    },
    { nodes: "Child blocks, in order." }
  )
)

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
