import { Effect } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as File from "./File.ts"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as RadixMap from "./RadixMap.ts"
import * as Reusable from "./Reusable.ts"
import * as Root from "./Root.ts"

/** Everything in a root except the documents, by id or key. */
export interface WholeTree {
  readonly pages: ReadonlyMap<string, Page.Page>
  /** Page ids by slug key. */
  readonly slugs: ReadonlyMap<string, Json>
  /** Ordered child ids by parent; `""` is the top level. */
  readonly children: ReadonlyMap<string, ReadonlyArray<string>>
  /** Page ids by former slug key. */
  readonly moved: ReadonlyMap<string, Json>
  readonly files: ReadonlyMap<string, File.File>
  readonly reusable: ReadonlyMap<string, Reusable.Reusable>
  readonly values: ReadonlyMap<string, Json>
}

/** Reads a whole root; the cost grows with the size of the space. */
export const read = Effect.fnUntraced(function* (reader: ContentReader, hash: string) {
  const { maps } = yield* Root.open(reader, hash)
  const entriesOf = (map: Root.MapName) => RadixMap.entries(reader, maps[map])
  const decodeAll = <A>(entries: ReadonlyArray<RadixMap.Entry>, decode: (id: string, json: Json) => A) =>
    new Map(entries.map(([id, json]) => [id, decode(id, json)]))
  const refs = (yield* entriesOf("order")).flatMap(([parent, ref]) =>
    typeof ref === "string" ? [[parent, ref] as const] : []
  )
  const lists = yield* IdList.readMany(
    reader,
    refs.map(([, ref]) => ref)
  )
  return {
    pages: decodeAll(yield* entriesOf("pages"), Page.fromStored),
    slugs: new Map(yield* entriesOf("slugs")),
    children: new Map(refs.map(([parent, ref]) => [parent, lists.get(ref) ?? []])),
    moved: new Map(yield* entriesOf("moved")),
    files: decodeAll(yield* entriesOf("files"), File.fromStored),
    reusable: decodeAll(yield* entriesOf("reusable"), Reusable.fromStored),
    values: new Map(yield* entriesOf("values"))
  } satisfies WholeTree
})
