import { type Block, type ContentRef, Table } from "@quire/core"
import { find, image, type PageContext, within } from "./PageContext.ts"
import { breakable, oneLine } from "./PrintText.ts"
import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"

/** The visible columns in order. Columns of user IDs are omitted. */
const shownColumns = (data: Table.Data): ReadonlyArray<Table.Definition> => {
  const shown = new Set(data.view.columns)
  return Table.columns(data).filter(({ id, type }) => shown.has(id) && type !== "users")
}

type Fragments = ReadonlyMap<string, ReadonlyArray<Block.TopLevel>>

const fragmentsOf = ({ fragments }: Block.TableBlock): Fragments =>
  new Map(fragments.map(({ fragment, nodes }) => [fragment ?? "", nodes]))

const valueOf = ({ values }: Table.Row, column: string): Table.Value | undefined =>
  Object.hasOwn(values, column) ? values[column] : undefined

const texts = (value: Table.Value): ReadonlyArray<string> => {
  if (typeof value === "object") return "kind" in value ? [] : value
  return typeof value === "string" ? [value] : []
}

const par = (c: Pieces): PrintTree.Parts => (c.length === 0 ? [] : [{ k: "par", c }])

const refsOf = (value: Table.Value): ReadonlyArray<ContentRef.ContentRef> => {
  if (typeof value === "object" && "kind" in value) return [value]
  return texts(value).map((file) => ({ kind: "file", file }))
}

const ofRefs = (refs: ReadonlyArray<ContentRef.ContentRef>, writing: PageContext): Pieces =>
  refs
    .flatMap((ref) => find(ref, writing) ?? [])
    .flatMap(({ destination, title }, index): Pieces => {
      const c = [breakable(oneLine(title))]
      const own: Pieces = destination === undefined ? c : [{ k: "link", c, ...destination }]
      return index === 0 ? own : [", ", ...own]
    })

type Select = Extract<Table.Definition, { type: "select" }>

const ofTags = (value: Table.Value, { options }: Select): Pieces =>
  texts(value).flatMap((one, index): Pieces => {
    const option = options.find((each) => each.value === one)
    const tag = { k: "tag", t: oneLine(option?.label ?? one), color: (option?.color ?? "").toLowerCase() } as const
    return index === 0 ? [tag] : [" ", tag]
  })

const mostStars = 10

const stars = (value: Table.Value, max: number): Pieces => {
  if (typeof value !== "number") return []
  const of = Math.min(Math.max(Math.round(max), 1), mostStars)
  const given = Math.min(Math.max(Math.round(value), 0), of)
  return [`${given}/${of}`]
}

const ofValue = (value: Table.Value, column: Table.Definition, writing: PageContext): Pieces => {
  switch (column.type) {
    case "number":
      return typeof value === "number" ? [String(value)] : []
    case "checkbox":
      return [value === true ? "✓" : "–"]
    case "rating":
      return stars(value, column.max)
    case "select":
      return ofTags(value, column)
    case "files":
      return ofRefs(refsOf(value), writing)
    case "content-ref":
      return typeof value === "object" && "kind" in value ? ofRefs([value], writing) : []
    case "users":
    case "text":
      return []
  }
}

const ofCell = (
  row: Table.Row,
  column: Table.Definition,
  fragments: Fragments,
  writing: PageContext
): PrintTree.Parts => {
  const value = valueOf(row, column.id)
  if (column.type === "text") {
    return typeof value === "string" ? writing.blocks(fragments.get(value) ?? [], within(writing)) : []
  }
  return value === undefined ? [] : par(ofValue(value, column, writing))
}

const alignOf = (column: Table.Definition): string => (column.type === "text" ? column.textAlignment : "left")

const widthsOf = (columns: ReadonlyArray<Table.Definition>, view: Table.GridView): ReadonlyArray<number> => {
  const given = columns.map(({ id }) => {
    const width =
      view.columnWidths !== undefined && Object.hasOwn(view.columnWidths, id) ? view.columnWidths[id] : undefined
    return width !== undefined && width > 0 ? width : 0
  })
  return given.every((width) => width > 0) ? given : []
}

const grid = (block: Block.TableBlock, view: Table.GridView, writing: PageContext): PrintTree.Parts => {
  const [columns, fragments] = [shownColumns(block.data), fragmentsOf(block)]
  if (columns.length === 0) return []
  const rows = Table.rows(block.data).map(([, row]) => columns.map((column) => ofCell(row, column, fragments, writing)))
  const hasHead = !view.hideHeader && columns.some(({ title }) => title !== "")
  const head = columns.map(({ title }): Pieces => (title === "" ? [] : [breakable(oneLine(title))]))
  const widths = widthsOf(columns, view)
  return [{ k: "table", widths, align: columns.map(alignOf), rows, ...(hasHead ? { head } : {}) }]
}

const coverOf = (row: Table.Row, view: Table.CardsView, writing: PageContext): PrintTree.Parts => {
  const value = view.coverDefinition === undefined ? undefined : valueOf(row, view.coverDefinition)
  const [ref] = value === undefined ? [] : refsOf(value)
  if (ref === undefined || (ref.kind !== "file" && ref.kind !== "url")) return []
  const shown = image(ref, "", writing)
  return shown.f === undefined ? [] : [{ k: "figure", caption: [], align: "center", share: 100, ...shown }]
}

const hasLink = (pieces: Pieces): boolean =>
  pieces.some((piece) => typeof piece !== "string" && (piece.k === "link" || ("c" in piece && hasLink(piece.c))))

/**
 * The cells of a card with a link target. Its first text becomes the link; if there is none, the name of the target is
 * added below.
 */
const leading = (
  cells: PrintTree.Parts,
  row: Table.Row,
  view: Table.CardsView,
  writing: PageContext
): PrintTree.Parts => {
  const value = view.targetDefinition === undefined ? undefined : valueOf(row, view.targetDefinition)
  const [ref] = value === undefined ? [] : refsOf(value)
  const destination = ref === undefined ? undefined : find(ref, writing)?.destination
  if (ref === undefined || destination === undefined) return cells
  const [first, ...rest] = cells
  if (first?.k !== "par" || hasLink(first.c)) return [...cells, ...par(ofRefs([ref], writing))]
  return [{ ...first, c: [{ k: "link", c: first.c, ...destination }] }, ...rest]
}

const cards = (block: Block.TableBlock, view: Table.CardsView, writing: PageContext): PrintTree.Parts => {
  const [columns, fragments] = [shownColumns(block.data), fragmentsOf(block)]
  const items = Table.rows(block.data).map(([, row]): PrintTree.Parts => {
    const cells = columns.flatMap((column): PrintTree.Parts => {
      if (column.id === view.coverDefinition || column.id === view.targetDefinition) return []
      const inner = ofCell(row, column, fragments, writing)
      if (inner.length === 0 || view.hideColumnTitle === true || column.title === "") return inner
      const title: PrintTree.Part = { k: "par", c: [{ k: "strong", c: [breakable(oneLine(column.title))] }] }
      return [title, ...inner]
    })
    return [...coverOf(row, view, writing), ...leading(cells, row, view, writing)]
  })
  return items.length === 0 ? [] : [{ k: "cards", items }]
}

export const write = (block: Block.TableBlock, writing: PageContext): PrintTree.Parts =>
  block.data.view.type === "cards" ? cards(block, block.data.view, writing) : grid(block, block.data.view, writing)
