import { Effect } from "effect"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as File from "./File.ts"
import * as Page from "./Page.ts"
import * as RadixMap from "./RadixMap.ts"
import * as Reusable from "./Reusable.ts"
import * as Root from "./Root.ts"

/** The change of one item between two roots; `fields` lists the fields that differ. */
export type Change<A> =
  | { readonly type: "created"; readonly id: string; readonly after: A }
  | { readonly type: "deleted"; readonly id: string; readonly before: A }
  | {
      readonly type: "edited"
      readonly id: string
      readonly before: A
      readonly after: A
      /** Empty for a page that was only moved. */
      readonly fields: ReadonlyArray<string>
    }

/** A key whose value differs; undefined on a side where it is absent. */
export type KeyChange = RadixMap.Difference

export interface Diff {
  readonly pages: ReadonlyArray<Change<Page.Page>>
  readonly files: ReadonlyArray<Change<File.File>>
  readonly reusable: ReadonlyArray<Change<Reusable.Reusable>>
  /** Parents (`""`: the top level) whose lists of children differ, with the hashes of those lists. */
  readonly order: ReadonlyArray<KeyChange>
  /** Page ids by former slug key. */
  readonly moved: ReadonlyArray<KeyChange>
  /** Custom fields by name. */
  readonly values: ReadonlyArray<KeyChange>
}

/** Whether a page got another parent; its position among the same siblings is part of `order`. */
export const isMoved = (change: Change<Page.Page>): boolean =>
  change.type === "edited" && change.before.parent !== change.after.parent

const changesOf = <A>(
  differences: ReadonlyArray<RadixMap.Difference>,
  decode: (id: string, json: Json) => A,
  fieldsOf: (before: A, after: A) => ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Change<A>>> => {
  const changeOf = ({ key: id, before, after }: RadixMap.Difference): ReadonlyArray<Change<A>> => {
    if (before === undefined) return after === undefined ? [] : [{ type: "created", id, after: decode(id, after) }]
    if (after === undefined) return [{ type: "deleted", id, before: decode(id, before) }]
    const [old, now] = [decode(id, before), decode(id, after)]
    const fields = fieldsOf(old, now)
    return fields.length === 0 ? [] : [{ type: "edited", id, before: old, after: now, fields }]
  }
  return Effect.map(EventLoop.map(differences, changeOf), (changes) => changes.flat())
}

/** The changes of the files between two roots. */
export const diffFiles = Effect.fnUntraced(function* (reader: ContentReader, before: string, after: string) {
  const [old, now] = [yield* Root.open(reader, before), yield* Root.open(reader, after)]
  const found = yield* RadixMap.diff(reader, old.maps.files, now.maps.files)
  return yield* changesOf(found, File.fromStored, CanonicalJson.findDifferingFields)
})

const withoutParent = (change: Change<Page.Page>): Change<Page.Page> =>
  change.type === "edited" ? { ...change, fields: change.fields.filter((field) => field !== "parent") } : change

/**
 * The differences between two roots of one space, each list sorted by key. Fields are compared; hashes only save reads:
 * a page that differs only in timestamps or in its stored form is unchanged. The cost grows with the difference.
 */
export const diff = Effect.fnUntraced(function* (reader: ContentReader, before: string, after: string) {
  const old = yield* Root.open(reader, before)
  const now = yield* Root.open(reader, after)
  const diffOf = (map: Root.MapName) => RadixMap.diff(reader, old.maps[map], now.maps[map])
  return {
    pages: (yield* changesOf(yield* diffOf("pages"), Page.fromStored, Page.changedFields)).map(withoutParent),
    files: yield* changesOf(yield* diffOf("files"), File.fromStored, CanonicalJson.findDifferingFields),
    reusable: yield* changesOf(yield* diffOf("reusable"), Reusable.fromStored, CanonicalJson.findDifferingFields),
    order: yield* diffOf("order"),
    moved: yield* diffOf("moved"),
    values: yield* diffOf("values")
  } satisfies Diff
})
