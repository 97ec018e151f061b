import * as FastCheck from "fast-check"
import type { Item } from "../TestCollections.ts"

export interface Page {
  readonly descending: boolean
  /** The item, of all ever written, after which the list continues. */
  readonly after: number | undefined
  readonly limit: number
}

/** A selection of `Model` without the group, which is separate for each run. */
export interface Choice {
  readonly index: (typeof indexes)[number]
  readonly label: { readonly in: ReadonlyArray<string | null> }
  readonly tag: string | undefined
  readonly words: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
}

export interface Change {
  readonly id: string
  readonly stale: boolean
  readonly over: Omit<Item, "id" | "group">
}

export type Command =
  | { readonly _tag: "Insert"; readonly items: ReadonlyArray<Omit<Item, "group">> }
  | { readonly _tag: "Update"; readonly changes: ReadonlyArray<Change> }
  | { readonly _tag: "Add"; readonly id: string; readonly hits: number }
  | { readonly _tag: "Remove"; readonly ids: ReadonlyArray<string> }
  | { readonly _tag: "RemoveWhere"; readonly choice: Choice }
  | { readonly _tag: "List"; readonly choice: Choice; readonly page: Page }
  | { readonly _tag: "Count"; readonly choice: Choice; readonly cap: number | undefined }
  | { readonly _tag: "CountEach"; readonly labels: ReadonlyArray<string> }
  | { readonly _tag: "Get"; readonly ids: ReadonlyArray<string>; readonly key: string }
  | { readonly _tag: "Atomic"; readonly commands: ReadonlyArray<Command>; readonly undone: boolean }

const indexes = [
  "inGroup",
  "byName",
  "byLabel",
  "byNumber",
  "byAt",
  "byFlag",
  "labelled",
  "flagged",
  "unlabelled"
] as const

/** Indexes whose first order column holds numbers. */
const numeric: ReadonlySet<string> = new Set(["byNumber", "byAt", "labelled", "flagged", "unlabelled"])

const text = FastCheck.constantFrom("", "a", "A", "b", "ab", "é", "ｱ", "😀")
const id = FastCheck.constantFrom("i0", "i1", "i2", "i3", "i4", "I5", "ｱ6", "😀7")
const small = FastCheck.integer({ min: -2, max: 2 })
const optional = <A>(value: FastCheck.Arbitrary<A>) => FastCheck.option(value, { freq: 4 })
const maybe = <A>(value: FastCheck.Arbitrary<A>) => FastCheck.option(value, { freq: 2, nil: undefined })
const word = FastCheck.constantFrom("%", "_", "\\", "a", "b", "%a", "é", "")

const fields = {
  name: text,
  slot: text,
  label: optional(text),
  number: optional(small),
  at: optional(small),
  flag: optional(FastCheck.boolean()),
  tags: FastCheck.uniqueArray(text, { maxLength: 3 }),
  words: FastCheck.array(word, { maxLength: 4 }).map((parts) => parts.join(""))
}

const choice: FastCheck.Arbitrary<Choice> = FastCheck.record({
  index: FastCheck.constantFrom(...indexes),
  label: FastCheck.record({ in: FastCheck.array(optional(text), { maxLength: 4 }) }),
  tag: maybe(text),
  words: maybe(word),
  from: maybe(small),
  to: maybe(small)
}).map((chosen) => (numeric.has(chosen.index) ? chosen : { ...chosen, from: undefined, to: undefined }))

const page: FastCheck.Arbitrary<Page> = FastCheck.record({
  descending: FastCheck.boolean(),
  after: maybe(FastCheck.nat()),
  limit: FastCheck.nat({ max: 5 })
})

const tagged = <const Tag extends string, T>(
  _tag: Tag,
  model: { readonly [K in keyof T]: FastCheck.Arbitrary<T[K]> }
) => FastCheck.record<T, keyof T>(model).map((given) => ({ _tag, ...given }))

const seldom = FastCheck.nat({ max: 5 }).map((number) => number === 5)
const change = FastCheck.record({ id, stale: seldom, over: FastCheck.record(fields) })
const changes = FastCheck.uniqueArray(change, { minLength: 1, maxLength: 3, selector: (given) => given.id })

const row = FastCheck.record({ id, ...fields })

const plain: FastCheck.Arbitrary<Command> = FastCheck.oneof(
  {
    arbitrary: tagged("Insert", { items: FastCheck.array(row, { minLength: 1, maxLength: 3 }) }),
    weight: 3
  },
  { arbitrary: tagged("Update", { changes }), weight: 4 },
  { arbitrary: tagged("Add", { id, hits: small }), weight: 1 },
  { arbitrary: tagged("Remove", { ids: FastCheck.array(id, { maxLength: 3 }) }), weight: 1 },
  { arbitrary: tagged("RemoveWhere", { choice }), weight: 1 },
  { arbitrary: tagged("List", { choice, page }), weight: 4 },
  { arbitrary: tagged("Count", { choice, cap: maybe(FastCheck.nat({ max: 3 })) }), weight: 2 },
  { arbitrary: tagged("CountEach", { labels: FastCheck.array(text, { maxLength: 4 }) }), weight: 1 },
  { arbitrary: tagged("Get", { ids: FastCheck.array(id, { maxLength: 4 }), key: text }), weight: 2 }
)

const atomic: FastCheck.Arbitrary<Command> = tagged("Atomic", {
  commands: FastCheck.array(plain, { maxLength: 6 }),
  undone: FastCheck.boolean()
})

/** Initial rows, which share no key. */
const apart: FastCheck.Arbitrary<Command> = tagged("Insert", {
  items: FastCheck.uniqueArray(row, { maxLength: 8, selector: (given) => given.id }).map((rows) =>
    rows.map((given) => ({ ...given, name: `n${given.id}`, slot: `s${given.id}` }))
  )
})

/** A sequence of commands for a store, over few ids and values, so that they clash. */
export const commands: FastCheck.Arbitrary<ReadonlyArray<Command>> = FastCheck.tuple(
  apart,
  FastCheck.array(FastCheck.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: atomic, weight: 1 }), {
    maxLength: 30,
    size: "max"
  })
).map(([first, rest]) => [first, ...rest])
