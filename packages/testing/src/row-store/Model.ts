import type { Item } from "../TestCollections.ts"

/** A row of the model. Rows are compared and sorted naively on purpose. */
export interface ModelRow {
  readonly value: Item
  readonly version: number
  readonly counters: { readonly hits: number; readonly misses: number }
}

export type Rows = ReadonlyArray<ModelRow>

type Scalar = string | number | boolean | null

export interface Selection {
  readonly index: string
  readonly group: string
  readonly label: { readonly in: ReadonlyArray<string | null> }
  readonly tag: string | undefined
  readonly words: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
}

const orders: { readonly [index: string]: ReadonlyArray<(item: Item) => Scalar> } = {
  inGroup: [],
  byName: [({ name }) => name],
  byLabel: [({ label }) => label],
  byNumber: [({ number }) => number, ({ label }) => label],
  byAt: [({ at }) => at],
  byFlag: [({ flag }) => flag],
  labelled: [({ number }) => number],
  flagged: [({ number }) => number],
  unlabelled: [({ at }) => at]
}

const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0)

const compareLists = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): number => {
  for (let index = 0; ; index++) {
    const [a, b] = [left[index], right[index]]
    if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1)
    if (a !== b) return a - b
  }
}

const numbers = (value: Scalar) => (typeof value === "string" ? points(value) : [Number(value)])

const compare =
  (index: string, descending: boolean) =>
  (left: Item, right: Item): number => {
    for (const of of [...(orders[index] ?? []), ({ id }: Item) => id]) {
      const [a, b] = [of(left), of(right)]
      if (a === b) continue
      if (a === null) return 1
      if (b === null) return -1
      const ascending = compareLists(numbers(a), numbers(b))
      return descending ? -ascending : ascending
    }
    return 0
  }

const inIndex = ({ index, group, label }: Selection, item: Item) =>
  item.group === group &&
  (index !== "labelled" || label.in.includes(item.label)) &&
  (index !== "flagged" || item.flag === true) &&
  (index !== "unlabelled" || item.label === null)

const inRange = ({ index, from, to }: Selection, item: Item) => {
  const value = orders[index]?.[0]?.(item)
  if (from === undefined && to === undefined) return true
  return typeof value === "number" && (from === undefined || value >= from) && (to === undefined || value < to)
}

export const select = (rows: Rows, selection: Selection): Rows =>
  rows.filter(
    ({ value }) =>
      inIndex(selection, value) &&
      inRange(selection, value) &&
      (selection.tag === undefined || value.tags.includes(selection.tag)) &&
      (selection.words === undefined || value.words.split(selection.words).length > 1 || selection.words === "")
  )

export const list = (
  rows: Rows,
  selection: Selection,
  page: { readonly descending: boolean; readonly after: Item | undefined; readonly limit: number }
): Rows => {
  const order = compare(selection.index, page.descending)
  const sorted = select(rows, selection).toSorted((left, right) => order(left.value, right.value))
  const { after } = page
  return sorted.filter(({ value }) => after === undefined || order(value, after) > 0).slice(0, page.limit)
}

/** The unique keys that two items have in common. */
const clashes = (left: Item, right: Item): ReadonlyArray<string> => {
  const sameSlot = left.slot === right.slot && left.flag === true && right.flag === true
  return [
    ...(left.id === right.id ? ["id"] : []),
    ...(left.group === right.group && left.name === right.name ? ["name"] : []),
    ...(left.group === right.group && sameSlot ? ["slot"] : [])
  ]
}

const clashesAmong = (items: ReadonlyArray<Item>) =>
  items.flatMap((item, index) => items.slice(index + 1).flatMap((other) => clashes(item, other)))

/** The possible results of a write, and the rows if it succeeds. */
export interface Outcome {
  readonly answers: ReadonlyArray<string>
  readonly rows: Rows
}

export const insert = (rows: Rows, items: ReadonlyArray<Item>): Outcome => {
  const taken = [...clashesAmong(items), ...items.flatMap((item) => rows.flatMap(({ value }) => clashes(item, value)))]
  const added = items.map((value) => ({ value, version: 1, counters: { hits: 0, misses: 0 } }))
  return { answers: taken.length === 0 ? ["done"] : taken.map((key) => `taken ${key}`), rows: [...rows, ...added] }
}

/** If one row of the call gives up a key that another takes, either result is allowed. */
export const update = (rows: Rows, changes: ReadonlyArray<{ readonly seen: number; readonly next: Item }>): Outcome => {
  const stale = changes.some(
    ({ seen, next }) => !rows.some(({ value, version }) => value.id === next.id && version === seen)
  )
  const after = rows.map((row) => {
    const change = changes.find(({ next }) => next.id === row.value.id)
    return change === undefined ? row : { ...row, value: change.next, version: row.version + 1 }
  })
  const sure = clashesAmong(after.map(({ value }) => value))
  const possible = changes.flatMap(({ next }) =>
    rows.flatMap(({ value }) => (value.id === next.id ? [] : clashes(value, next)))
  )
  const taken = [...sure, ...possible].map((key) => `taken ${key}`)
  return { answers: stale ? ["stale"] : sure.length === 0 ? ["done", ...taken] : taken, rows: after }
}

export const without = (rows: Rows, ids: ReadonlyArray<string>): Rows =>
  rows.filter(({ value }) => !ids.includes(value.id))

export const add = (rows: Rows, id: string, hits: number): Rows =>
  rows.map((row) =>
    row.value.id === id ? { ...row, counters: { ...row.counters, hits: row.counters.hits + hits } } : row
  )
