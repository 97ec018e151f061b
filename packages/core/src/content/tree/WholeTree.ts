import { Effect } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as File from "./File.ts"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as RadixMap from "./RadixMap.ts"
import * as Reusable from "./Reusable.ts"
import * as Root from "./Root.ts"

/** Everything that a root holds but the documents, by id or key. */
export interface WholeTree {
  readonly pages: ReadonlyMap<string, Page.Page>
  /** Ids of pages by the key of their slug. */
  readonly slugs: ReadonlyMap<string, Json>
  /** Ids of children in order by their parent; `""`: the top. */
  readonly children: ReadonlyMap<string, ReadonlyArray<string>>
  /** Ids of pages by their former keys. */
  readonly moved: ReadonlyMap<string, Json>
  readonly files: ReadonlyMap<string, File.File>
  readonly reusable: ReadonlyMap<string, Reusable.Reusable>
  readonly values: ReadonlyMap<string, Json>
}

/** Reads a whole root; the cost grows with the space. */
export const read = Effect.fnUntraced(function* (reader: ContentReader, hash: string) {
  const { maps } = yield* Root.open(reader, hash)
  const of = (map: Exclude<keyof typeof maps, "kind">) => RadixMap.entries(reader, maps[map])
  const decoded = <A>(entries: ReadonlyArray<RadixMap.Entry>, decode: (id: string, json: Json) => A) =>
    new Map(entries.map(([id, json]) => [id, decode(id, json)]))
  const refs = (yield* of("order")).flatMap(([parent, ref]) =>
    typeof ref === "string" ? [[parent, ref] as const] : []
  )
  const lists = yield* IdList.allOf(
    reader,
    refs.map(([, ref]) => ref)
  )
  return {
    pages: decoded(yield* of("pages"), Page.fromStored),
    slugs: new Map(yield* of("slugs")),
    children: new Map(refs.map(([parent, ref]) => [parent, lists.get(ref) ?? []])),
    moved: new Map(yield* of("moved")),
    files: decoded(yield* of("files"), File.fromStored),
    reusable: decoded(yield* of("reusable"), Reusable.fromStored),
    values: new Map(yield* of("values"))
  } satisfies WholeTree
})
