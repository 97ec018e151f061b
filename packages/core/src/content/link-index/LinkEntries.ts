import { Effect, Option, Predicate, Schema } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { type ContentRef, OpenApiRef } from "../document/ContentRef.ts"
import type { Document } from "../document/Document.ts"
import * as DocumentRefs from "../document/DocumentRefs.ts"
import * as DocumentText from "../document/DocumentText.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import type { ContentReader } from "../tree/ContentReader.ts"
import * as Diff from "../tree/Diff.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import type * as Page from "../tree/Page.ts"
import * as RadixMap from "../tree/RadixMap.ts"
import type * as Reusable from "../tree/Reusable.ts"
import * as Root from "../tree/Root.ts"
import type * as LinkSource from "./LinkSource.ts"
import { idOf, type LinkRelation, type LinkState, targetOf } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** A link that was not resolved yet. */
export type UnjudgedLink = Omit<LinkSource.Link, "standing">

const dependent: ReadonlySet<DocumentRefs.Use> = new Set(["reusable-content", "openapi"])

const relationOf = (use: DocumentRefs.Use): LinkRelation => (dependent.has(use) ? "dependsOn" : "reference")

/** Every reference of a document, in reading order. */
export const ofDocument = (document: Document): ReadonlyArray<UnjudgedLink> =>
  DocumentRefs.references(document).map(({ block, ref, use }) => ({
    ref,
    relation: relationOf(use),
    ...(block.key === undefined ? {} : { node: block.key })
  }))

const ownRefs = (page: Page.Page): ReadonlyArray<ContentRef> => {
  if (page.type === "link") return [page.target]
  if (page.type !== "document" || page.cover === undefined) return []
  const { ref, refDark } = page.cover
  return refDark === undefined ? [ref] : [ref, refDark]
}

const SpaceRef = Schema.Struct({ kind: Schema.Literal("space"), space: Schema.String })
const decodeDependency = Schema.decodeUnknownOption(Schema.Struct({ ref: Schema.Union([OpenApiRef, SpaceRef]) }))

/** The OpenAPI descriptions and spaces that a page is computed from. */
const computedRefs = (page: Page.Page): ReadonlyArray<ContentRef> => {
  const source = page.type === "document" || page.type === "computed" ? page.computed : undefined
  const dependencies = Predicate.hasProperty(source, "dependencies") ? source.dependencies : undefined
  if (!Predicate.isObject(dependencies)) return []
  return Object.values(dependencies).flatMap((each) =>
    Option.match(decodeDependency(each), { onNone: () => [], onSome: ({ ref }) => [ref] })
  )
}

/** The references of a page: its target, its cover, its computed source, then those in its text. */
export const ofPage = (page: Page.Page, document: Document | undefined): ReadonlyArray<UnjudgedLink> => [
  ...ownRefs(page).map((ref): UnjudgedLink => ({ ref, relation: "reference" })),
  ...computedRefs(page).map((ref): UnjudgedLink => ({ ref, relation: "dependsOn" })),
  ...(document === undefined ? [] : ofDocument(document))
]

/**
 * Key of a link by target and relation. A reference that names its own space differs from one that does not, since they
 * diverge in a copy of the space.
 */
export const keyOf = (
  { ref, relation }: Pick<UnjudgedLink, "ref" | "relation">,
  holder: LinkTarget.LinkHolder
): string => {
  const isSpelled = "space" in ref && ref.space !== undefined
  return `${relation} ${isSpelled} ${LinkTarget.keyOf(LinkTarget.fromRef(ref, holder))}`
}

/** Keeps the first of links with the same key. */
export const deduplicate = (
  found: ReadonlyArray<UnjudgedLink>,
  holder: LinkTarget.LinkHolder
): ReadonlyArray<UnjudgedLink> => {
  const first = new Map<string, UnjudgedLink>()
  for (const each of found) {
    const key = keyOf(each, holder)
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}

/** The anchor that every page has, at its beginning. */
export const top = "top"

/** The valid anchors of a document: its beginning, those of headings and expandables, and the keys of all blocks. */
export const anchorsOf = (document: Document): ReadonlySet<string> => {
  const names = new Set<string>([top])
  for (const { anchor } of DocumentText.headings(document)) names.add(anchor)
  for (const [block] of DocumentTree.walk(document)) {
    if (block.key !== undefined) names.add(block.key)
    if (DocumentText.isHeading(block) && block.meta !== undefined) names.add(block.meta.id)
    const anchor = block.type === "expandable" ? DocumentText.expandableAnchor(block) : undefined
    if (anchor !== undefined) names.add(anchor)
  }
  return names
}

/**
 * The keys of the targets that exist in the content of a root; reads each map once. Targets in other spaces or outside
 * of content are ignored.
 */
export const findExisting = Effect.fnUntraced(function* (root: Root.Root, targets: Iterable<LinkTarget.LinkTarget>) {
  const inside = Array.from(targets).filter((target) => LinkTarget.contentSpace(target) === root.reader.space)
  const ids = <K extends LinkTarget.LinkTarget["kind"]>(
    kind: K,
    id: (target: Extract<LinkTarget.LinkTarget, { kind: K }>) => string
  ) => {
    const isOfKind = (target: LinkTarget.LinkTarget): target is Extract<LinkTarget.LinkTarget, { kind: K }> =>
      target.kind === kind
    return new Set(inside.filter(isOfKind).map(id))
  }
  const pages = yield* Root.pages(
    root,
    ids("page", ({ page }) => page)
  )
  const files = yield* Root.files(
    root,
    ids("file", ({ file }) => file)
  )
  const reusable = yield* RadixMap.getMany(
    root.reader,
    root.maps.reusable,
    ids("reusable-content", ({ reusableContent }) => reusableContent)
  )
  const hashOf = (id: string) => {
    const page = pages.get(id)
    return page?.type === "document" ? page.document : undefined
  }
  const anchored = inside.flatMap((target) =>
    target.kind === "page" && target.anchor !== undefined ? (hashOf(target.page) ?? []) : []
  )
  const anchors = new Map(
    yield* DocumentNode.forEach(
      root.reader,
      [...new Set(anchored)],
      (hash) => hash,
      (hash, document) => [hash, document === undefined ? new Set<string>() : anchorsOf(document)] as const
    )
  )
  const has = (target: LinkTarget.LinkTarget): boolean => {
    if (target.kind === "file") return files.has(target.file)
    if (target.kind === "reusable-content") return reusable.has(target.reusableContent)
    if (target.kind !== "page" || !pages.has(target.page)) return false
    return target.anchor === undefined || anchors.get(hashOf(target.page) ?? "")?.has(target.anchor) === true
  }
  return new Set(inside.filter(has).map(LinkTarget.keyOf))
})

const isOfApp = (url: string, app: string): boolean =>
  url === app || ["/", "#", "?"].some((next) => url.startsWith(app + next))

/** Whether a URL has neither a scheme nor a host, so that nothing in the content says where it leads. */
const isRelative = (url: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|[?#]|$)/i.test(url)

/** The status of a link to a URL. */
const judgeUrl = (url: string, app: string): LinkState => {
  if (isOfApp(url, app)) return "in-app"
  return isRelative(url) ? "broken" : "ok"
}

/** Resolves a link of a holder; `found` are the keys of the targets that exist in the content of its space. */
export const judge = (
  { ref }: UnjudgedLink,
  holder: LinkTarget.LinkHolder,
  { app, found }: { readonly app: string; readonly found: ReadonlySet<string> }
): LinkState => {
  const target = LinkTarget.fromRef(ref, holder)
  if (target.kind === "url") return judgeUrl(target.url, app)
  if (LinkTarget.contentSpace(target) !== holder.space) return "elsewhere"
  return found.has(LinkTarget.keyOf(target)) ? "ok" : "broken"
}

/** Reads from the index of the root that changes start from. */
export interface LinkLookup {
  /** The sources that exist among `ids`, by id. */
  readonly sources: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, LinkSource.LinkSource>>
  /** The sources of the space with any of the lookup keys. */
  readonly referring: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<LinkSource.LinkSource>>
}

/** Sources that were deleted or replaced, in their old state; and the new or replacing ones. */
export interface LinkChanges {
  readonly removed: ReadonlyArray<LinkSource.LinkSource>
  readonly added: ReadonlyArray<LinkSource.LinkSource>
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
  referring: ReadonlyArray<LinkSource.LinkSource>
) {
  const fresh = yield* DocumentNode.forEach(
    root.reader,
    held,
    ({ document }) => document,
    ({ holder, page }, document) => {
      const all = page !== undefined ? ofPage(page, document) : document ? ofDocument(document) : []
      return { holder, links: deduplicate(all, holder) }
    }
  )
  const all = [...fresh, ...referring.map((source) => ({ holder: source, links: source.links }))]
  const targets = all.flatMap(({ holder, links }) => links.map((link) => targetOf(holder, link)))
  const found = yield* findExisting(root, targets)
  return all.map(
    ({ holder, links }): LinkSource.LinkSource => ({
      id: idOf(holder),
      space: SpaceId.make(holder.space),
      kind: holder.kind,
      owner: holder.owner,
      links: links.map((link) => ({ ...link, standing: judge(link, holder, { app, found }) }))
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
