import { generateNKeysBetween } from "fractional-indexing"
import { Fragment, type Node } from "prosemirror-model"
import { isList, isObject, type JsonObject, type JsonValue, objectsOf, omit, ownValue } from "../Json.ts"
import { schema } from "../schema/Schema.ts"
import { attributesOf, fieldsOf } from "./InlineMapping.ts"

const {
  paragraph,
  table: tableType,
  table_cell: cellType,
  table_head: headType,
  table_header: headerType,
  table_row: rowType
} = schema.nodes

const nameOf = (fragment: JsonObject): string => {
  const name = fragment["fragment"] ?? fragment["type"] ?? ""
  return typeof name === "string" ? name : ""
}

const asObject = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})
const asText = (value: unknown): string => (typeof value === "string" ? value : "")

const isUnique = (names: ReadonlyArray<string>) => new Set(names).size === names.length

/** The parts of a table of a document; undefined if it cannot be edited as rows of cells. */
const partsOf = (block: JsonObject) => {
  const data = asObject(block["data"])
  const view = asObject(data["view"])
  const definition = asObject(data["definition"])
  const fragments = objectsOf(block["fragments"])
  const columns = isList(view["columns"]) ? view["columns"].map(asText) : []
  if (fragments === undefined || columns.length === 0 || !isUnique(columns)) return undefined
  if (!isUnique(fragments.map(nameOf))) return undefined
  const rows = Object.entries(asObject(data["records"])).map(([id, row]) => ({ id, row: asObject(row) }))
  const placeOf = ({ row }: (typeof rows)[number]) => asText(row["orderIndex"])
  const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
  rows.sort((left, right) => compare(placeOf(left), placeOf(right)) || compare(left.id, right.id))
  return { data, view, definition, fragments, columns, rows }
}

/** Makes the blocks of a cell. */
type FromBlocks = (blocks: ReadonlyArray<JsonObject>) => ReadonlyArray<Node>

const makeCell = (value: JsonValue | undefined, cells: Map<string, JsonObject>, fromBlocks: FromBlocks) => {
  const fragment = typeof value === "string" ? cells.get(value) : undefined
  const blocks = fragment === undefined ? [] : fromBlocks(objectsOf(fragment["nodes"]) ?? [])
  if (fragment !== undefined && blocks.length > 0) {
    cells.delete(nameOf(fragment))
    return cellType?.create({ fragment: omit(fragment, ["nodes"]) }, blocks)
  }
  return cellType?.create({ value: value ?? null }, paragraph?.create())
}

const isNode = (node: Node | undefined): node is Node => node !== undefined

/** A table as rows of cells; undefined if it has no such form. The caller compares the table with that of `toTable`. */
export const fromTable = (block: JsonObject, fromBlocks: FromBlocks): Node | undefined => {
  const parts = partsOf(block)
  if (parts === undefined) return undefined
  const { columns, data, definition, fragments, rows, view } = parts
  const cells = new Map(fragments.map((fragment) => [nameOf(fragment), fragment]))
  const headers = columns.map((id) => {
    const column = asObject(ownValue(definition, id))
    const title = asText(column["title"])
    return headerType?.create(
      { id, definition: omit(column, ["id", "title"]) },
      title === "" ? null : schema.text(title)
    )
  })
  const body = rows.map(({ id, row }) => {
    const values = asObject(row["values"])
    const made = columns.map((column) => makeCell(ownValue(values, column), cells, fromBlocks))
    const attrs = { id, orderIndex: row["orderIndex"], values: omit(values, columns) }
    return rowType?.create(attrs, made.filter(isNode))
  })
  const attrs = {
    ...attributesOf(block, ["fragments"]),
    data: { ...omit(data, ["records"]), view: omit(view, ["columns"]), definition: omit(definition, columns) },
    fragments: fragments.map((fragment) => (cells.has(nameOf(fragment)) ? fragment : nameOf(fragment)))
  }
  const head = headType?.create(null, headers.filter(isNode))
  return tableType?.create(attrs, Fragment.fromArray([head, ...body].filter(isNode)))
}

/** Whether a cell contains nothing, or nothing but an empty paragraph. */
export const isBlank = (cell: Node): boolean => {
  if (cell.childCount === 0) return true
  const only = cell.childCount === 1 ? cell.firstChild : null
  return only !== null && only.type === paragraph && only.content.size === 0 && only.attrs["data"] === null
}

/** The given name or id, or the first of further ones that is not in use. */
const free = (wanted: string | undefined, next: (number: number) => string, taken: Set<string>): string => {
  let name = wanted
  for (let number = 1; name === undefined || taken.has(name); number++) name = next(number)
  taken.add(name)
  return name
}

function* fill(places: ReadonlyArray<string | undefined>): Generator<string> {
  let before: string | null = null
  let open = 0
  for (const place of [...places, null]) {
    if (place === undefined) {
      open++
      continue
    }
    if (open > 0) yield* generateNKeysBetween(before, place, open)
    if (place !== null) yield place
    before = place
    open = 0
  }
}

const place = (value: unknown) => (typeof value === "string" ? value : undefined)

/** Order indexes of rows: those that ascend are retained and leave space for the others, otherwise all are new. */
const placesOf = (rows: ReadonlyArray<{ readonly id: string; readonly place: string | undefined }>) => {
  const known = rows.filter((row) => row.place !== undefined)
  const isAscending = known.every((row, at) => {
    const before = known[at - 1]
    if (before?.place === undefined || row.place === undefined) return true
    return before.place < row.place || (before.place === row.place && before.id < row.id)
  })
  try {
    return isAscending ? [...fill(rows.map((row) => row.place))] : generateNKeysBetween(null, null, rows.length)
  } catch {
    return generateNKeysBetween(null, null, rows.length)
  }
}

/** The blocks of a node. */
type ToBlocks = (parent: Node) => ReadonlyArray<JsonValue>

/** Names and collects the fragments of cells. */
const makeCellWriter = (taken: Set<string>, toBlocks: ToBlocks) => {
  const fragments = new Map<string, JsonObject>()
  const write = (cell: Node, row: string, column: string): JsonValue | undefined => {
    const { fragment, value } = cell.attrs
    const isText = isObject(fragment)
    if (!isText && isBlank(cell)) return value ?? undefined
    const fields: JsonObject = isText ? fragment : { object: "fragment" }
    const wanted = isText ? nameOf(fields) : `${row}-${column}`
    const name = free(wanted, (number) => `${row}-${column}-${number}`, taken)
    const named = name === wanted && isText ? fields : { ...fields, fragment: name }
    fragments.set(name, { ...named, nodes: toBlocks(cell) })
    return name
  }
  return { fragments, write }
}

/** The columns of a table by its header; `width` is the number of cells of its longest row. */
const columnsOf = (table: Node, width: number, hidden: ReadonlyArray<string>) => {
  const taken = new Set(hidden)
  const found: Array<{ readonly id: string; readonly definition: JsonObject }> = []
  const add = (id: unknown, definition: JsonObject, title: string) => {
    const own = free(place(id), (number) => `c${number}`, taken)
    found.push({ id: own, definition: { ...definition, id: own, title } })
  }
  const head = table.firstChild
  if (head !== null && head.type === headType) {
    head.forEach(({ attrs, textContent }) => add(attrs["id"], attrs["definition"], textContent))
  }
  while (found.length < width) add(undefined, { type: "text", textAlignment: "left" }, "")
  return found
}

/** The cells of a row with the indexes of their columns. */
const cellsOf = (row: Node): ReadonlyArray<readonly [index: number, cell: Node]> => {
  const found: Array<readonly [number, Node]> = []
  let index = 0
  row.forEach((cell) => {
    found.push([index, cell])
    const { colspan } = cell.attrs
    index += typeof colspan === "number" ? Math.max(colspan, 1) : 1
  })
  return found
}

const inOrder = (known: ReadonlyArray<JsonValue>, made: Map<string, JsonObject>): ReadonlyArray<JsonValue> => {
  const ordered = known.flatMap((each) => {
    if (typeof each !== "string") return [each]
    const found = made.get(each)
    made.delete(each)
    return found === undefined ? [] : [found]
  })
  return [...ordered, ...made.values()]
}

/** The table of a document. Rows and columns without an id get the first that is not in use. */
export const toTable = (table: Node, toBlocks: ToBlocks): JsonObject => {
  const data: JsonObject = table.attrs["data"]
  const known: ReadonlyArray<JsonValue> = table.attrs["fragments"]
  const definition = asObject(data["definition"])
  const rows = table.children.filter(({ type }) => type === rowType).map((row) => ({ row, cells: cellsOf(row) }))
  const width = Math.max(0, ...rows.map(({ cells }) => (cells.at(-1)?.[0] ?? -1) + 1))
  const columns = columnsOf(table, width, Object.keys(definition))
  const ids = new Set<string>()
  const named = rows.map(({ cells, row }) => {
    const id = free(place(row.attrs["id"]), (number) => `r${number}`, ids)
    return { id, cells, place: place(row.attrs["orderIndex"]), values: asObject(row.attrs["values"]) }
  })
  const { fragments, write } = makeCellWriter(new Set(known.filter(isObject).map(nameOf)), toBlocks)
  const places = placesOf(named)
  const records = named.map(({ cells, id, values }, at): readonly [string, JsonObject] => {
    const written = cells.flatMap(([index, cell]): ReadonlyArray<readonly [string, JsonValue]> => {
      const column = columns[index]?.id ?? ""
      const value = write(cell, id, column)
      return value === undefined ? [] : [[column, value]]
    })
    return [id, { orderIndex: places[at] ?? "", values: { ...values, ...Object.fromEntries(written) } }]
  })
  const view: JsonObject = { ...asObject(data["view"]), columns: columns.map(({ id }) => id) }
  const shown = columns.map((column) => [column.id, column.definition] as const)
  return {
    object: "block",
    type: "table",
    ...fieldsOf(table.attrs),
    data: {
      ...data,
      view,
      records: Object.fromEntries(records),
      definition: { ...definition, ...Object.fromEntries(shown) }
    },
    fragments: inOrder(known, fragments)
  }
}
