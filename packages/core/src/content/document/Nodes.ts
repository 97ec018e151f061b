import type { ImageRef } from "./ContentRef.ts"
import type { SimpleInline, Text } from "./Inline.ts"
import type * as Table from "./Table.ts"
import type { JsonRecord, VoidBlock } from "./VoidBlock.ts"

/** Blocks of a parent outside of its nodes: a caption, a title, a body, a cell. */
export interface Fragment<Nodes extends Block> {
  readonly object: "fragment"
  readonly key?: string
  readonly fragment?: string
  readonly type?: string
  readonly nodes: ReadonlyArray<Nodes>
}

interface NamedFragment<Name extends string, Nodes extends Block> extends Fragment<Nodes> {
  readonly fragment: Name
  readonly type?: Name
}

interface Node<Type extends string, Data, Nodes> {
  readonly object: "block"
  readonly type: Type
  readonly key?: string
  readonly isVoid?: false
  readonly data: Data
  readonly nodes: ReadonlyArray<Nodes>
}

type Loose<N extends { readonly data: unknown }> = Omit<N, "data"> & { readonly data?: N["data"] }
type Free = typeof JsonRecord.Type
type Meta = { readonly meta?: { readonly id: string } }
export type Alignment = "start" | "center" | "end"
export type Length = number | { readonly unit: string; readonly value: number }
type Full = { readonly fullWidth?: boolean }

export interface AnnotationBody extends Fragment<Essential | Code> {
  readonly type: "annotation-body"
  readonly fragment?: "annotation-body"
}

/** Text with an explanatory note. */
export interface Annotation {
  readonly object: "inline"
  readonly type: "annotation"
  readonly key?: string
  readonly isVoid?: false
  readonly data?: Free
  readonly nodes: ReadonlyArray<Text>
  readonly fragments: ReadonlyArray<AnnotationBody>
}

export type Inline = SimpleInline | Annotation
export type InlineNode = Text | Inline

export interface Paragraph extends Loose<Node<"paragraph", { readonly align?: Alignment }, InlineNode>> {}
export interface Heading
  extends Node<
      "heading-1" | "heading-2" | "heading-3",
      { readonly id?: string; readonly align?: Alignment },
      InlineNode
    >,
    Meta {}
export interface ListOrdered extends Node<"list-ordered", { readonly start?: number }, ListItem> {}
export interface ListUnordered extends Loose<Node<"list-unordered", Free, ListItem>> {}
export interface ListTasks extends Loose<Node<"list-tasks", Free, ListItem>> {}
export interface ListItem extends Loose<Node<"list-item", { readonly checked?: boolean }, ListItemChild>> {}
export interface CodeLine
  extends Node<
    "code-line",
    { readonly highlighted?: boolean },
    Text | Annotation | Extract<SimpleInline, { type: "expression" }>
  > {}
export interface Code
  extends Node<
    "code",
    {
      readonly syntax?: string
      readonly title?: string
      readonly overflow?: "scroll" | "wrap"
      readonly lineNumbers?: boolean
    } & Full,
    CodeLine
  > {}
export type HintStyle = "info" | "warning" | "danger" | "success"
export interface Hint extends Node<"hint", { readonly style: HintStyle }, Essential> {}
export interface Blockquote extends Loose<Node<"blockquote", Free, Essential | Blockquote>> {}
export interface Caption extends NamedFragment<"caption", Paragraph> {}
export interface Image {
  readonly object: "block"
  readonly type: "image"
  readonly key?: string
  readonly isVoid: true
  readonly data: {
    readonly ref: ImageRef
    readonly refDark?: ImageRef
    readonly width?: Length
    readonly height?: Length
    readonly alt?: string
  }
  readonly fragments: ReadonlyArray<Caption>
}
export interface Images extends Node<"images", { readonly align?: "center" | "left" | "right" } & Full, Image> {}
export interface ExpandableTitle extends NamedFragment<"expandable-title", Paragraph> {}
export interface ExpandableBody extends NamedFragment<"expandable-body", TopLevel> {}
export interface Expandable extends Meta {
  readonly object: "block"
  readonly type: "expandable"
  readonly key?: string
  readonly isVoid: true
  readonly data: Free
  readonly fragments: ReadonlyArray<ExpandableTitle | ExpandableBody>
}
export interface TabsItem extends Node<"tabs-item", { readonly title?: string }, TopLevel>, Meta {}
export interface Tabs extends Loose<Node<"tabs", Full, TabsItem>> {}
export interface StepperStep extends Node<"stepper-step", { readonly icon?: string }, TopLevel> {}
export interface Stepper extends Loose<Node<"stepper", Free, StepperStep>> {}
export interface Column extends Node<"column", { readonly width?: Length }, TopLevel> {}
export interface Columns extends Node<"columns", Full, Column> {}
export interface If extends Node<"if", { readonly expression: string }, TopLevel> {}
export interface TableBlock {
  readonly object: "block"
  readonly type: "table"
  readonly key?: string
  readonly isVoid: true
  readonly data: Table.Data
  readonly fragments: ReadonlyArray<Fragment<TopLevel>>
}

/** The blocks that every container may hold. */
export type Essential =
  | Paragraph
  | Heading
  | ListOrdered
  | ListUnordered
  | ListTasks
  | Extract<VoidBlock, { type: "divider" }>
export type ListItemChild = Essential | Code | Hint | Blockquote | Extract<VoidBlock, { type: "math" }> | TableBlock
/** The blocks that a document may hold directly. */
export type TopLevel =
  | Essential
  | VoidBlock
  | Code
  | Hint
  | Blockquote
  | Images
  | Expandable
  | Tabs
  | Stepper
  | Columns
  | If
  | TableBlock
/** Every block, including those allowed only in certain parents. */
export type Block = TopLevel | ListItem | CodeLine | Image | TabsItem | StepperStep | Column
