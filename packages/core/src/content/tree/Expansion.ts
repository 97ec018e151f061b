import { Effect, Predicate } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as ContentDraft from "./ContentDraft.ts"
import type * as ContentNode from "./ContentNode.ts"
import type { ContentReader } from "./ContentReader.ts"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as Root from "./Root.ts"
import * as SlugClaims from "./SlugClaims.ts"

/** A page that a source generates: a document, a group or a link. */
export interface MadePage {
  readonly id: string
  /** Absent only for links, which have no slug. */
  readonly slug?: string
  /** Its fields as stored, except for its slug, its position and its timestamps. */
  readonly fields: object
  readonly pages: ReadonlyArray<MadePage>
}

/** Replacements for computed pages, by their ids: pages for a placeholder, a text for a document. */
export interface Replacements {
  readonly pages: ReadonlyMap<string, ReadonlyArray<MadePage>>
  readonly documents: ReadonlyMap<string, string>
}

/** The nodes of an expanded root in addition to those of the stored one. */
export interface Expansion {
  readonly hash: string
  readonly maps: ContentNode.Root
  readonly nodes: ReadonlyMap<string, ContentNode.ContentNode>
  /** Length of the nodes as texts. */
  readonly length: number
}

interface Placed {
  readonly made: MadePage
  readonly parent: string | null
  readonly placeholder: Page.Page
}

/** The pages that replace the placeholders of one parent, parents before children. */
const flatten = (
  { pages }: Replacements,
  parent: string | null,
  placeholders: ReadonlyArray<Page.Page>
): ReadonlyArray<Placed> => {
  const all: Array<Placed> = placeholders.flatMap((placeholder) =>
    (pages.get(placeholder.id) ?? []).map((made) => ({ made, parent, placeholder }))
  )
  for (const { made, placeholder } of all) {
    for (const below of made.pages) all.push({ made: below, parent: made.id, placeholder })
  }
  return all
}

const isGroup = (fields: object): boolean => Predicate.hasProperty(fields, "type") && fields.type === "group"

/**
 * A page in the place of a placeholder, which provides the times of creation and change. Groups are only allowed at the
 * top level.
 */
const toPage = ({ made, parent, placeholder }: Placed, slug: string | undefined): Page.Page =>
  Page.fromFields(made.id, {
    ...made.fields,
    ...(parent !== null && isGroup(made.fields) ? { type: "document" } : {}),
    ...(slug === undefined ? {} : { slug }),
    parent,
    createdAt: placeholder.createdAt,
    updatedAt: placeholder.updatedAt
  })

const groupByParent = (pages: ReadonlyArray<Page.Page>): ReadonlyMap<string | null, ReadonlyArray<Page.Page>> => {
  const groups = new Map<string | null, Array<Page.Page>>()
  for (const page of pages) {
    const group = groups.get(page.parent)
    if (group === undefined) groups.set(page.parent, [page])
    else group.push(page)
  }
  return groups
}

/** The children of each parent of placeholders, including the replacements. */
const replaceInOrder = Effect.fnUntraced(function* (
  draft: ContentDraft.ContentDraft,
  root: Root.Root,
  { pages }: Replacements,
  parents: Iterable<string | null>
) {
  const lists = yield* Root.childLists(
    root,
    Array.from(parents, (parent) => parent ?? "")
  )
  const ids = yield* IdList.readMany(root.reader, lists.values())
  const order = new Map<string, Json | undefined>()
  const places: Array<string> = []
  for (const [parent, list] of lists) {
    const stored = ids.get(list) ?? []
    places.push(...stored)
    const next = stored.flatMap((id) => pages.get(id)?.map((made) => made.id) ?? [id])
    order.set(parent, (yield* IdList.make(draft, next)) ?? undefined)
  }
  return { order, places: new Map(places.map((id, at) => [id, at])) }
})

/**
 * Changes of the maps of a stored root; a stored page keeps its slug, generated pages get a number (rule
 * computed-slugs).
 */
const findChanges = Effect.fnUntraced(function* (
  draft: ContentDraft.ContentDraft,
  root: Root.Root,
  replacements: Replacements
) {
  const computed = yield* Root.computedPages(root)
  const placeholders = computed.filter(({ id }) => replacements.pages.has(id))
  const groups = groupByParent(placeholders)
  const { order, places } = yield* replaceInOrder(draft, root, replacements, groups.keys())
  const byPlace = (left: Page.Page, right: Page.Page) => (places.get(left.id) ?? 0) - (places.get(right.id) ?? 0)
  const placed = [...groups].flatMap(([parent, group]) => flatten(replacements, parent, group.toSorted(byPlace)))
  const claims = placed.flatMap(({ made: { slug }, parent }, at) => (slug === undefined ? [] : [{ at, parent, slug }]))
  const claimed = yield* SlugClaims.claim(root, claims)
  const slugs = new Map(claims.map(({ at, slug }, index) => [at, claimed[index] ?? slug]))
  const pages = new Map<string, Json | undefined>(placeholders.map(({ id }) => [id, undefined]))
  for (const page of computed) {
    const document = replacements.documents.get(page.id)
    if (page.type === "document" && document !== undefined) pages.set(page.id, Page.toStored({ ...page, document }))
  }
  const keys = new Map<string, Json>()
  const place = (index: number) => {
    const each = placed[index]
    if (each === undefined) return
    const slug = slugs.get(index)
    pages.set(each.made.id, Page.toStored(toPage(each, slug)))
    if (slug !== undefined) keys.set(Slug.keyOf(each.parent, slug), each.made.id)
  }
  for (const index of placed.keys()) place(index)
  for (const { made } of placed) {
    const below = made.pages.map(({ id }) => id)
    if (below.length > 0) order.set(made.id, (yield* IdList.make(draft, below)) ?? undefined)
  }
  return { pages, order, slugs: keys }
})

/**
 * The root as readers see it: each placeholder is replaced, in its position among its siblings, by the pages that its
 * source generates. The ids of generated pages must be unique. The result has no computed pages left to expand, and the
 * same root and replacements lead to the same result.
 */
export const make = Effect.fnUntraced(function* (root: Root.Root, replacements: Replacements) {
  const draft = ContentDraft.make(root.reader)
  const changed = yield* Root.apply(draft, root.hash, yield* findChanges(draft, root, replacements))
  const { computed: _, ...maps } = (yield* Root.open(draft, changed)).maps
  const hash = Root.put(draft, maps)
  const made = draft.nodes(hash)
  const nodes = yield* draft.many(made.map((node) => node.hash))
  const length = made.reduce((sum, { text }) => sum + text.length, 0)
  return { hash, maps: (yield* Root.open(draft, hash)).maps, nodes, length } satisfies Expansion
})

/**
 * Reads nodes of expansions, and texts that are created on demand; reads everything else from the underlying reader.
 */
export const over = (
  reader: ContentReader,
  expansions: ReadonlyArray<Pick<Expansion, "nodes">>,
  openDocument: (hash: string) => Effect.Effect<ContentNode.Document> | undefined
): ContentReader => {
  const made = (hash: string): Effect.Effect<ContentNode.ContentNode> | undefined => {
    for (const { nodes } of expansions) {
      const node = nodes.get(hash)
      if (node !== undefined) return Effect.succeed(node)
    }
    return openDocument(hash)
  }
  return {
    ...reader,
    many: Effect.fnUntraced(function* (hashes: Iterable<string>) {
      const found = new Map<string, ContentNode.ContentNode>()
      const stored: Array<string> = []
      for (const hash of hashes) {
        const own = made(hash)
        if (own === undefined) stored.push(hash)
        else found.set(hash, yield* own)
      }
      if (stored.length > 0) for (const [hash, node] of yield* reader.many(stored)) found.set(hash, node)
      return found
    })
  }
}
