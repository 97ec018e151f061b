import { Effect, Option, Predicate } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import type * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as Reader from "./ContentReader.ts"
import * as File from "./File.ts"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as RadixMap from "./RadixMap.ts"
import * as Reusable from "./Reusable.ts"

/** The content of one revision, open for reading. `hash` is `""` if there is no content. */
export interface Root {
  readonly reader: ContentReader
  readonly hash: string
  readonly maps: ContentNode.Root
}

export const empty = ""

const noMaps: ContentNode.Root = {
  kind: "root/1",
  pages: null,
  slugs: null,
  order: null,
  moved: null,
  files: null,
  reusable: null,
  values: null
}

const isRoot = (node: ContentNode.ContentNode): node is ContentNode.Root => node.kind === "root/1"

/** Opens a root by its hash; dies when the space has no such root. */
export const open = (reader: ContentReader, hash: string): Effect.Effect<Root> =>
  hash === empty
    ? Effect.succeed({ reader, hash, maps: noMaps })
    : Effect.map(Reader.require(reader, [hash], isRoot), (nodes) => ({
        reader,
        hash,
        maps: nodes.get(hash) ?? noMaps
      }))

/** Puts a root into a draft and returns its hash. */
export const put = (draft: ContentDraft, maps: ContentNode.Root): string =>
  Object.entries(maps).every(([name, ref]) => name === "kind" || ref === null) ? empty : draft.put(maps)

/** The maps that every root has; `computed` follows from the pages. */
export type MapName = Exclude<keyof ContentNode.Root, "kind" | "computed">

type ById<A> = ReadonlyMap<string, A>

const decodeValues = <A>(values: ReadonlyMap<string, Json>, decode: (id: string, json: Json) => A): ById<A> =>
  new Map(Array.from(values, ([id, json]) => [id, decode(id, json)]))

const decodeEntries = <A>(entries: ReadonlyArray<RadixMap.Entry>, decode: (id: string, json: Json) => A) =>
  entries.map(([id, json]) => decode(id, json))

const getOne = <A>(found: Effect.Effect<ById<A>>, id: string): Effect.Effect<Option.Option<A>> =>
  Effect.map(found, (values) => Option.fromNullishOr(values.get(id)))

/** The pages that exist among `ids`, by id. */
export const pages = (self: Root, ids: Iterable<string>): Effect.Effect<ById<Page.Page>> =>
  Effect.map(RadixMap.getMany(self.reader, self.maps.pages, ids), (values) => decodeValues(values, Page.fromStored))

export const page = (self: Root, id: string): Effect.Effect<Option.Option<Page.Page>> => getOne(pages(self, [id]), id)

/** The hash of the document of a page. */
export const documentOf = (self: Root, id: string): Effect.Effect<string | undefined> =>
  Effect.map(pages(self, [id]), (found) => {
    const one = found.get(id)
    return one?.type === "document" ? one.document : undefined
  })

/** The pages whose content, or text, a source computes, in the order of their ids. */
export const computedPages = Effect.fnUntraced(function* (self: Root) {
  const ids = (yield* RadixMap.entries(self.reader, self.maps.computed ?? null)).map(([id]) => id)
  const found = yield* pages(self, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
})

/** Number of pages of all types; reads one node. */
export const pageCount = (self: Root): Effect.Effect<number> => RadixMap.size(self.reader, self.maps.pages)

/** Hashes of the lists of child ids, by parent; parents without children are absent. */
export const childLists = (self: Root, parents: Iterable<string>): Effect.Effect<ById<string>> =>
  Effect.map(RadixMap.getMany(self.reader, self.maps.order, parents), (values) => {
    const lists = new Map<string, string>()
    for (const [parent, ref] of values) if (typeof ref === "string") lists.set(parent, ref)
    return lists
  })

/** The ids of a page's children in order; null for the top level. */
export const childIds = Effect.fnUntraced(function* (self: Root, parent: string | null) {
  const lists = yield* childLists(self, [parent ?? ""])
  return yield* IdList.read(self.reader, lists.get(parent ?? "") ?? null)
})

/** A page's children in order; null for the top level. */
export const children = Effect.fnUntraced(function* (self: Root, parent: string | null) {
  const ids = yield* childIds(self, parent)
  const found = yield* pages(self, ids)
  return ids.flatMap((id) => found.get(id) ?? [])
})

/** The files that exist among `ids`, by id. */
export const files = (self: Root, ids: Iterable<string>): Effect.Effect<ById<File.File>> =>
  Effect.map(RadixMap.getMany(self.reader, self.maps.files, ids), (values) => decodeValues(values, File.fromStored))

export const file = (self: Root, id: string): Effect.Effect<Option.Option<File.File>> => getOne(files(self, [id]), id)

/** Up to `limit` files by id, starting after the id `after` if given. */
export const listFiles = (
  self: Root,
  page: { readonly after?: string | undefined; readonly limit: number }
): Effect.Effect<ReadonlyArray<File.File>> =>
  Effect.map(RadixMap.list(self.reader, self.maps.files, page), (entries) => decodeEntries(entries, File.fromStored))

export const fileCount = (self: Root): Effect.Effect<number> => RadixMap.size(self.reader, self.maps.files)

export const reusable = (self: Root, id: string): Effect.Effect<Option.Option<Reusable.Reusable>> =>
  getOne(
    Effect.map(RadixMap.getMany(self.reader, self.maps.reusable, [id]), (values) =>
      decodeValues(values, Reusable.fromStored)
    ),
    id
  )

/** Up to `limit` reusable contents by id, starting after the id `after` if given. */
export const listReusable = (
  self: Root,
  page: { readonly after?: string | undefined; readonly limit: number }
): Effect.Effect<ReadonlyArray<Reusable.Reusable>> =>
  Effect.map(RadixMap.list(self.reader, self.maps.reusable, page), (entries) =>
    decodeEntries(entries, Reusable.fromStored)
  )

export const reusableCount = (self: Root): Effect.Effect<number> => RadixMap.size(self.reader, self.maps.reusable)

/** The values of custom fields by name. */
export const values = (self: Root): Effect.Effect<ReadonlyMap<string, Json>> =>
  Effect.map(RadixMap.entries(self.reader, self.maps.values), (entries) => new Map(entries))

/** A document of the space by its hash; none if the hash is unknown or not of a document. */
export const document = (reader: ContentReader, hash: string): Effect.Effect<Option.Option<ContentNode.Document>> =>
  Effect.map(
    Reader.find(reader, hash),
    Option.filter((node): node is ContentNode.Document => node.kind === "document/1")
  )

/** Documents of the space by hash, in one read; hashes that are not of documents are absent. */
export const documents = (
  reader: ContentReader,
  hashes: Iterable<string>
): Effect.Effect<ReadonlyMap<string, ContentNode.Document>> =>
  Effect.map(reader.many(hashes), (nodes) => {
    const found = new Map<string, ContentNode.Document>()
    for (const [hash, node] of nodes) if (node.kind === "document/1") found.set(hash, node)
    return found
  })

/** Changes to the maps of a root. */
export interface MapChanges {
  readonly pages?: RadixMap.Changes
  readonly slugs?: RadixMap.Changes
  readonly order?: RadixMap.Changes
  readonly moved?: RadixMap.Changes
  readonly files?: RadixMap.Changes
  readonly reusable?: RadixMap.Changes
  readonly values?: RadixMap.Changes
}

/** The changed pages that have a source; a change to a map that has none of them is omitted. */
const changesOfComputed = (pages: RadixMap.Changes, before: Root["maps"]["computed"]): RadixMap.Changes => {
  const changes = new Map<string, Json | undefined>()
  for (const [id, page] of pages) {
    const isComputed = Predicate.hasProperty(page, "computed")
    if (isComputed || before !== undefined) changes.set(id, isComputed ? true : undefined)
  }
  return changes
}

/**
 * Applies all changes to a root, each map in one pass, and returns the hash of the new root. The maps are independent
 * here: the caller keeps pages, slugs and order consistent. The list of computed pages is derived from the pages.
 */
export const apply = Effect.fnUntraced(function* (draft: ContentDraft, root: string, changes: MapChanges) {
  const { maps } = yield* open(draft, root)
  const changed = (map: keyof MapChanges) => RadixMap.update(draft, maps[map], changes[map] ?? new Map())
  const ofComputed = changesOfComputed(changes.pages ?? new Map(), maps.computed)
  const computed = yield* RadixMap.update(draft, maps.computed ?? null, ofComputed)
  return put(draft, {
    kind: "root/1",
    pages: yield* changed("pages"),
    slugs: yield* changed("slugs"),
    order: yield* changed("order"),
    moved: yield* changed("moved"),
    files: yield* changed("files"),
    reusable: yield* changed("reusable"),
    values: yield* changed("values"),
    ...(computed === null ? {} : { computed })
  })
})

const removalsOf = (ids: Iterable<string>): RadixMap.Changes => new Map(Array.from(ids, (id) => [id, undefined]))

/** Puts a document into the draft and returns its hash, which pages and reusable contents refer to as `document`. */
export const putDocument = (
  draft: ContentDraft,
  document: { readonly data: Json; readonly nodes: ReadonlyArray<Json> }
): string => draft.put({ kind: "document/1", data: document.data, nodes: document.nodes })

/** Adds files, or replaces those with the same ids. */
export const putFiles = (draft: ContentDraft, root: string, files: ReadonlyArray<File.File>): Effect.Effect<string> =>
  apply(draft, root, { files: new Map(files.map((file) => [file.id, File.toStored(file)])) })

/** Removes files; unknown ids are ignored. */
export const removeFiles = (draft: ContentDraft, root: string, ids: Iterable<string>): Effect.Effect<string> =>
  apply(draft, root, { files: removalsOf(ids) })

/** Adds reusable contents, or replaces those with the same ids. */
export const putReusable = (
  draft: ContentDraft,
  root: string,
  contents: ReadonlyArray<Reusable.Reusable>
): Effect.Effect<string> =>
  apply(draft, root, { reusable: new Map(contents.map((content) => [content.id, Reusable.toStored(content)])) })

/** Removes reusable contents; unknown ids are ignored. */
export const removeReusable = (draft: ContentDraft, root: string, ids: Iterable<string>): Effect.Effect<string> =>
  apply(draft, root, { reusable: removalsOf(ids) })

/** Sets values of custom fields by name; undefined removes a value. */
export const setValues = (draft: ContentDraft, root: string, values: RadixMap.Changes): Effect.Effect<string> =>
  apply(draft, root, { values })
