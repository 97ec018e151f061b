import { Table } from "@quire/core"
import { BlockIndex } from "@quire/core/internal"
import { asRecord, inserted, type Picks, paragraph, set, take, type Work } from "./DocumentWork.ts"

export const kinds = [
  "row add",
  "row remove",
  "row move",
  "row sort",
  "column add",
  "column remove",
  "column move",
  "column rename",
  "cell write",
  "cell clear"
] as const
export type Kind = (typeof kinds)[number]

/** A table that an edit changes; new ids are consecutive, as clients create them. */
interface Draft {
  readonly key: string
  readonly own: BlockIndex.BlockOwn
  readonly rows: ReadonlyArray<readonly [id: string, values: Readonly<Record<string, unknown>>]>
  readonly columns: ReadonlyArray<readonly [id: string, definition: unknown]>
  /** The text of a new cell, by the name of its fragment. */
  readonly cells: ReadonlyMap<string, string>
}

const draftOf = (work: Work, { at }: Picks): Draft | undefined => {
  const tables = [...work.index.entries.values()].flatMap(({ block, key }) =>
    block.type === "table" ? [{ block, key }] : []
  )
  const found = take(tables, at)
  const own = found === undefined ? undefined : work.owns.get(found.key)
  if (found === undefined || own === undefined) return undefined
  const { data } = found.block
  const rows = Table.rows(data).map(([id, { values }]) => [id, values] as const)
  return {
    key: found.key,
    own,
    rows,
    columns: Table.columns(data).map((column) => [column.id, column]),
    cells: new Map()
  }
}

/** The first consecutive id that is not in use. */
const freeId = (taken: ReadonlyArray<readonly [id: string, item: unknown]>, idOf: (at: number) => string): string => {
  const ids = new Set(taken.map(([id]) => id))
  let at = ids.size
  while (ids.has(idOf(at))) at++
  return idOf(at)
}

const put = (work: Work, { cells, columns, key, own, rows }: Draft): void => {
  const data = asRecord(own.fields["data"])
  const order = Table.orderIndexes(rows.length)
  const ids = new Set(columns.map(([id]) => id))
  const records = rows.map(
    ([id, values], at) =>
      [
        id,
        {
          orderIndex: order[at] ?? "",
          values: Object.fromEntries(Object.entries(values).filter(([column]) => ids.has(column)))
        }
      ] as const
  )
  const named = new Set<unknown>(records.flatMap(([, { values }]) => Object.values(values)))
  for (const [slot, text] of cells) {
    const cell = `${text}${slot}`
    work.owns.set(cell, {
      shape: "text",
      fields: { object: "block", type: "paragraph" },
      text: paragraph(text).nodes,
      shells: []
    })
    work.lists.set(BlockIndex.containerOf(key, slot), [cell])
  }
  const slots = new Set(own.shells.map(({ slot }) => slot))
  const made = [...cells.keys()].filter((slot) => !slots.has(slot))
  const shells = [...own.shells, ...made.map((slot) => ({ slot, fields: { object: "fragment", fragment: slot } }))]
  const view = asRecord(data["view"])
  const hidden = new Set(Object.keys(asRecord(data["definition"])))
  for (const id of Array.isArray(view["columns"]) ? view["columns"] : []) hidden.delete(String(id))
  const visible = columns.flatMap(([id]) => (hidden.has(id) ? [] : [id]))
  const next = {
    ...data,
    view: { ...view, columns: visible },
    records: Object.fromEntries(records),
    definition: Object.fromEntries(columns)
  }
  set(work, key, own, { fields: { ...own.fields, data: next }, shells: shells.filter(({ slot }) => named.has(slot)) })
}

const isText = ([, definition]: Draft["columns"][number]) => asRecord(definition)["type"] === "text"

/** A row or column with texts in all of its text cells, or in the first only. */
const filled = (ids: ReadonlyArray<string>, nameOf: (id: string) => string, fresh: string, spot: number) => {
  const some = spot % 2 === 0 ? ids : ids.slice(0, 1)
  return { values: some.map((id) => [id, nameOf(id)] as const), cells: new Map(some.map((id) => [nameOf(id), fresh])) }
}

const moved = <A>(items: ReadonlyArray<A>, from: number, to: number): ReadonlyArray<A> => {
  const item = take(items, from)
  return item === undefined ? items : inserted(items.toSpliced(from % items.length, 1), to, item)
}

const without = <A>(items: ReadonlyArray<A>, at: number) => items.toSpliced(at % Math.max(items.length, 1), 1)

const textOf = (work: Work, draft: Draft, values: Readonly<Record<string, unknown>>): string => {
  const [first = ""] = Object.values(values).map(String)
  const [cell = ""] = work.lists.get(BlockIndex.containerOf(draft.key, first)) ?? []
  return JSON.stringify(work.owns.get(cell)?.text ?? first)
}

const withCell = (
  draft: Draft,
  { spot, to }: Picks,
  change: (row: string, column: string, values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
) => {
  const [row] = take(draft.rows, to) ?? []
  const [column] = take(draft.columns.filter(isText), spot) ?? []
  if (row === undefined || column === undefined) return draft
  return {
    ...draft,
    rows: draft.rows.map(([id, values]) => [id, id === row ? change(row, column, values) : values] as const)
  }
}

const edits: Readonly<Record<Kind, (draft: Draft, picks: Picks, work: Work) => Draft>> = {
  "row add": (draft, { spot, to }, { fresh }) => {
    const id = freeId(draft.rows, Table.rowId)
    const texts = draft.columns.filter(isText).map(([column]) => column)
    const { cells, values } = filled(texts, (column) => Table.fragmentName(id, column), fresh, spot)
    return { ...draft, cells, rows: inserted(draft.rows, to, [id, Object.fromEntries(values)]) }
  },
  "row remove": (draft, { to }) => ({ ...draft, rows: without(draft.rows, to) }),
  "row move": (draft, { spot, to }) => ({ ...draft, rows: moved(draft.rows, spot, to) }),
  "row sort": (draft, _, work) => ({
    ...draft,
    rows: draft.rows.toSorted(([, left], [, right]) =>
      textOf(work, draft, left) < textOf(work, draft, right) ? -1 : 1
    )
  }),
  "column add": (draft, { spot, to }, { fresh }) => {
    const id = freeId(draft.columns, Table.columnId)
    const rowIds = draft.rows.map(([row]) => row)
    const { cells, values } = filled(rowIds, (row) => Table.fragmentName(row, id), fresh, spot)
    const names = new Map(values)
    const definition = { id, title: fresh, type: "text", textAlignment: "left" }
    const rows = draft.rows.map(([row, own]) => {
      const name = names.get(row)
      return [row, name === undefined ? own : { ...own, [id]: name }] as const
    })
    return { ...draft, cells, rows, columns: inserted(draft.columns, to, [id, definition]) }
  },
  "column remove": (draft, { to }) => ({ ...draft, columns: without(draft.columns, to) }),
  "column move": (draft, { spot, to }) => ({ ...draft, columns: moved(draft.columns, spot, to) }),
  "column rename": (draft, { to }, { fresh }) => ({
    ...draft,
    columns: draft.columns.map(([id, definition], at) => [
      id,
      at === to % draft.columns.length ? { ...asRecord(definition), title: fresh } : definition
    ])
  }),
  "cell write": (draft, picks, { fresh }) => {
    const cells = new Map<string, string>()
    const next = withCell(draft, picks, (row, column, values) => {
      const former = values[column]
      const name = typeof former === "string" ? former : Table.fragmentName(row, column)
      cells.set(name, fresh)
      return { ...values, [column]: name }
    })
    return { ...next, cells }
  },
  "cell clear": (draft, picks) =>
    withCell(draft, picks, (_, column, values) =>
      Object.fromEntries(Object.entries(values).filter(([other]) => other !== column))
    )
}

/** Applies one edit of a user to a table: of its rows, columns and cells. */
export const step = (work: Work, kind: Kind, picks: Picks): void => {
  const draft = draftOf(work, picks)
  if (draft !== undefined) put(work, edits[kind](draft, picks, work))
}
