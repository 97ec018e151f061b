import { Repository, type RowStore } from "@quire/core"
import { Effect } from "effect"
import { fresh } from "../Suite.ts"
import { type Item, items } from "../TestCollections.ts"

export type Items = Effect.Success<
  ReturnType<typeof Repository.make<Item, Item, typeof items.columns, typeof items.indexes, typeof items.unique>>
>

/** An item whose unique keys are its id, so that it conflicts with no other. */
export const item = (group: string, over: Partial<Item> = {}): Item => {
  const id = over.id ?? fresh("i")
  const empty = { label: null, number: null, at: null, flag: null, tags: [], words: "" }
  return { id, group, name: id, slot: id, ...empty, ...over }
}

export const itemShape = Repository.shapeOf(items)

/** A row as `Repository` would write it, for values that the codec rejects and for tests that need the row itself. */
export const rowOf = (
  group: string,
  over: Partial<RowStore.RowWrite> = {},
  columns: { readonly [column: string]: RowStore.ColumnValue } = {}
): RowStore.RowWrite => {
  const { id, ...rest } = item(group)
  return { id, doc: { id }, docVersion: 1, columns: { ...rest, ...columns }, at: 1, by: "system", ...over }
}

/** The outcome of a write, as one word. */
export const answer = <A, E extends RowStore.Stale | RowStore.KeyTaken, R>(
  write: Effect.Effect<A, E, R>
): Effect.Effect<string, never, R> =>
  Effect.match(write, {
    onSuccess: () => "done",
    onFailure: (refusal: RowStore.Stale | RowStore.KeyTaken) =>
      refusal._tag === "Taken" ? `taken ${refusal.unique}` : "stale"
  })

/** The names of a group's items, in order. */
export const namesIn = (repository: Items, group: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(repository.list("byName", { equals: { group }, limit: 1000 }), (rows) =>
    rows.map(({ value }) => value.name)
  )
