import { Effect, Predicate } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import * as File from "./File.ts"
import * as RadixMap from "./RadixMap.ts"
import * as Reusable from "./Reusable.ts"
import * as Root from "./Root.ts"

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
const changesOfComputed = (pages: RadixMap.Changes, before: Root.Root["maps"]["computed"]): RadixMap.Changes => {
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
  const { maps } = yield* Root.open(draft, root)
  const changed = (map: keyof MapChanges) => RadixMap.update(draft, maps[map], changes[map] ?? new Map())
  const ofComputed = changesOfComputed(changes.pages ?? new Map(), maps.computed)
  const computed = yield* RadixMap.update(draft, maps.computed ?? null, ofComputed)
  return Root.put(draft, {
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
