import { Effect } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as Diff from "../tree/Diff.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import type * as Page from "../tree/Page.ts"
import type * as Reusable from "../tree/Reusable.ts"
import * as Root from "../tree/Root.ts"
import * as LinkRefs from "./LinkRefs.ts"
import * as LinkResolution from "./LinkResolution.ts"
import { idOf, type LinkSource, targetOf } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** Reads from the index of the root that changes start from. */
export interface LinkLookup {
  /** The sources that exist among `ids`, by id. */
  readonly sources: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, LinkSource>>
  /** The sources of the space with any of the lookup keys. */
  readonly referring: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LinkSource>>
}

/** Sources that were deleted or replaced, in their old state; and the new or replacing ones. */
export interface LinkChanges {
  readonly removed: ReadonlyArray<LinkSource>
  readonly added: ReadonlyArray<LinkSource>
}

export const noChanges: LinkChanges = { removed: [], added: [] }

/** A holder whose links are read again. */
interface HolderContent {
  readonly holder: LinkTarget.LinkHolder
  readonly page?: Page.Page
  readonly document: string | undefined
}

const linkFields: ReadonlySet<string> = new Set(["document", "cover", "target", "type", "computed"])

const holdingOfPage = (space: string, page: Page.Page): HolderContent => ({
  holder: { space, kind: "page", owner: page.id },
  page,
  document: page.type === "document" ? page.document : undefined
})

const holdingOfReusable = (space: string, content: Reusable.Reusable): HolderContent => ({
  holder: { space, kind: "reusable-content", owner: content.id },
  document: content.document
})

/** Holders to read again, ids of deleted ones, and keys of targets that may have appeared or disappeared. */
const findAffected = (space: string, diff: Diff.Diff) => {
  const held: Array<HolderContent> = []
  const removed: Array<string> = []
  const keys: Array<string> = []
  for (const change of diff.pages) {
    if (change.type === "edited" && !change.fields.some((field) => linkFields.has(field))) continue
    if (change.type === "deleted") removed.push(idOf({ space, kind: "page", owner: change.id }))
    else held.push(holdingOfPage(space, change.after))
    keys.push(change.type === "edited" ? LinkTarget.anchorsKey(space, change.id) : LinkTarget.pageKey(space, change.id))
  }
  for (const change of diff.files) if (change.type !== "edited") keys.push(LinkTarget.fileKey(space, change.id))
  for (const change of diff.reusable) {
    if (change.type === "deleted") removed.push(idOf({ space, kind: "reusable-content", owner: change.id }))
    else if (change.type === "created" || change.fields.includes("document"))
      held.push(holdingOfReusable(space, change.after))
    if (change.type !== "edited") keys.push(LinkTarget.reusableKey(space, change.id))
  }
  return { held, removed, keys }
}

/**
 * Creates the sources of changed holders and of those that link to changed targets, and resolves every link in the
 * root.
 */
const judgeLinks = Effect.fnUntraced(function* (
  root: Root.Root,
  app: string,
  held: ReadonlyArray<HolderContent>,
  referring: ReadonlyArray<LinkSource>
) {
  const fresh = yield* DocumentNode.forEach(
    root.reader,
    held,
    ({ document }) => document,
    ({ holder, page }, document) => {
      const all = page !== undefined ? LinkRefs.ofPage(page, document) : document ? LinkRefs.ofDocument(document) : []
      return { holder, links: LinkRefs.deduplicate(all, holder) }
    }
  )
  const all = [...fresh, ...referring.map((source) => ({ holder: source, links: source.links }))]
  const targets = all.flatMap(({ holder, links }) => links.map((link) => targetOf(holder, link)))
  const found = yield* LinkResolution.findExisting(root, targets)
  return all.map(
    ({ holder, links }): LinkSource => ({
      id: idOf(holder),
      space: SpaceId.make(holder.space),
      kind: holder.kind,
      owner: holder.owner,
      links: links.map((link) => ({ ...link, standing: LinkResolution.judge(link, holder, { app, found }) }))
    })
  )
})

/**
 * Two contents with the pages that sources generate, which are in no index and can be link targets; and a reader of
 * both.
 */
export interface ExpandedContents {
  readonly reader: ContentReader
  readonly before: string
  readonly after: string
}

/** The keys of generated pages that appeared, disappeared or changed their text. */
const keysOfExpanded = Effect.fnUntraced(function* ({ after, before, reader }: ExpandedContents) {
  if (before === after) return []
  const { pages } = yield* Diff.diff(reader, before, after)
  return pages.flatMap((change) => {
    if (change.type !== "edited") return [LinkTarget.pageKey(reader.space, change.id)]
    return change.fields.includes("document") ? [LinkTarget.anchorsKey(reader.space, change.id)] : []
  })
})

/**
 * How the links of a space change from one root to another: those of changed holders, and those to targets that were
 * added, removed or have other anchors. The cost grows with the difference and the links to what differs.
 */
export const findChanges = Effect.fnUntraced(function* (
  lookup: LinkLookup,
  reader: ContentReader,
  app: string,
  before: string,
  after: string,
  expanded: ExpandedContents = { reader, before, after }
) {
  if (before === after && expanded.before === expanded.after) return noChanges
  const { removed, held, keys: own } = findAffected(reader.space, yield* Diff.diff(reader, before, after))
  const isExpanded = expanded.before !== before || expanded.after !== after
  const keys = [...new Set([...own, ...(isExpanded ? yield* keysOfExpanded(expanded) : [])])]
  if (held.length === 0 && removed.length === 0 && keys.length === 0) return noChanges
  const anew = new Set([...held.map(({ holder }) => idOf(holder)), ...removed])
  const referring = (yield* lookup.referring(keys)).filter(({ id }) => !anew.has(id))
  const old = yield* lookup.sources([...anew])
  const sources = yield* judgeLinks(yield* Root.open(expanded.reader, expanded.after), app, held, referring)
  const was = new Map([...old.values(), ...referring].map((source) => [source.id, source]))
  const added = sources.filter(
    (source) => source.links.length > 0 && !CanonicalJson.equals(source.links, was.get(source.id)?.links)
  )
  const same = new Set(sources.filter(({ links }) => links.length > 0).map(({ id }) => id))
  for (const { id } of added) same.delete(id)
  return { removed: [...was.values()].filter(({ id }) => !same.has(id)), added } satisfies LinkChanges
})
