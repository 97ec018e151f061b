import { Effect } from "effect"
import type { Document } from "../../content/document/Document.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import * as IdList from "../../content/tree/IdList.ts"
import * as Page from "../../content/tree/Page.ts"
import * as RadixMap from "../../content/tree/RadixMap.ts"
import * as Reusable from "../../content/tree/Reusable.ts"
import * as Root from "../../content/tree/Root.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import type * as SegmentOwners from "./SegmentOwners.ts"
import { refFor, type TranslatedOwners } from "./SegmentOwners.ts"

/** Owners as the output should have them, by id; undefined for deleted ones. */
export interface TranslatedRoot {
  readonly pages: Map<string, Json | undefined>
  readonly reusable: Map<string, Json | undefined>
}

const put = (draft: ContentDraft, document: Document | undefined) =>
  document === undefined ? {} : { document: DocumentNode.put(draft, document) }

/** A page of the output; a link into the source is changed to point to the translation. */
export const page = (
  draft: ContentDraft,
  spaces: SegmentOwners.Spaces,
  of: Page.Page,
  made: TranslatedOwners
): Json => {
  if (of.type === "document") {
    const described = made.description === undefined ? {} : { description: made.description }
    return Page.toStored({ ...of, title: made.title, ...described, ...put(draft, made.document) })
  }
  return of.type === "link"
    ? Page.toStored({ ...of, title: made.title, target: refFor(spaces)(of.target) })
    : Page.toStored({ ...of, title: made.title })
}

export const reusable = (draft: ContentDraft, of: Reusable.Reusable, made: TranslatedOwners): Json =>
  Reusable.toStored({ ...of, title: made.title, ...put(draft, made.document) })

type Same = "slugs" | "moved" | "files"

/**
 * The root of the output: it contains the translated content, while order, slugs and files follow the source (rule
 * translation-structure). `before` and `after` are the source at the last run and now.
 */
export const follow = Effect.fnUntraced(function* (
  draft: ContentDraft,
  output: string,
  before: Root.Root,
  after: Root.Root,
  made: TranslatedRoot
) {
  const changesOf = (map: Same | "order") => RadixMap.diff(after.reader, before.maps[map], after.maps[map])
  const same = Effect.fnUntraced(function* (map: Same) {
    const found = yield* changesOf(map)
    return new Map(found.map(({ after: value, key }) => [key, value] as const))
  })
  const order = new Map<string, Json | undefined>()
  for (const { after: list, key } of yield* changesOf("order")) {
    const ids = typeof list === "string" ? yield* IdList.read(after.reader, list) : []
    order.set(key, (yield* IdList.make(draft, ids)) ?? undefined)
  }
  const changes: { readonly [M in keyof Root.MapChanges]?: RadixMap.Changes } = {
    pages: made.pages,
    reusable: made.reusable,
    order,
    slugs: yield* same("slugs"),
    moved: yield* same("moved"),
    files: yield* same("files")
  }
  return yield* Root.apply(draft, output, changes)
})
