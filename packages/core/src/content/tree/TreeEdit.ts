import { Effect, Option } from "effect"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type { ContentDraft } from "./ContentDraft.ts"
import * as IdList from "./IdList.ts"
import * as Page from "./Page.ts"
import * as PageInput from "./PageInput.ts"
import * as PagePath from "./PagePath.ts"
import * as RadixMap from "./RadixMap.ts"
import * as Root from "./Root.ts"
import * as SlugClaims from "./SlugClaims.ts"
import {
  GroupBelowTop,
  PageBelowItself,
  PageExists,
  PageNotFound,
  ParentHoldsNoPages,
  ParentNotFound
} from "./TreeRefusal.ts"

/** Fails if the parent does not exist or cannot have child pages. */
const requireParent = Effect.fnUntraced(function* (root: Root.Root, parent: string | null) {
  if (parent === null) return
  const found = yield* Root.page(root, parent)
  if (Option.isNone(found)) return yield* new ParentNotFound({ parent })
  if (!Page.isPlaced(found.value)) return yield* new ParentHoldsNoPages({ parent })
})

const editChildren = Effect.fnUntraced(function* (
  draft: ContentDraft,
  root: Root.Root,
  parent: string,
  edit: IdList.Edit
) {
  const lists = yield* Root.childLists(root, [parent])
  const ref = yield* IdList.edit(draft, lists.get(parent) ?? null, edit)
  return [parent, ref ?? undefined] as const
})

/** A page to insert and its parent; parents come before their children. */
interface PlacedInput {
  readonly parent: string | null
  readonly input: PageInput.NewPage
}

const flatten = Effect.fnUntraced(function* (parent: string | null, pages: ReadonlyArray<PageInput.NewPage>) {
  const placings: Array<PlacedInput> = pages.map((input) => ({ parent, input }))
  const ids = new Set<string>()
  for (const { parent, input } of placings) {
    if (ids.has(input.id)) return yield* new PageExists({ page: input.id })
    if (input.type === "group" && parent !== null) return yield* new GroupBelowTop({ page: input.id })
    ids.add(input.id)
    for (const below of PageInput.pagesBelow(input)) placings.push({ parent: input.id, input: below })
  }
  return placings
})

const claimSlugs = Effect.fnUntraced(function* (root: Root.Root, placings: ReadonlyArray<PlacedInput>) {
  const claims = placings.flatMap(({ parent, input }) => {
    const slug = PageInput.ofNewPage(input)
    return slug === undefined ? [] : [{ id: input.id, parent, slug, isByHand: "slug" in input }]
  })
  const ordered = [...claims.filter(({ isByHand }) => isByHand), ...claims.filter(({ isByHand }) => !isByHand)]
  const slugs = yield* SlugClaims.claim(root, ordered)
  return new Map(
    ordered.flatMap(({ id }, index) => {
      const slug = slugs[index]
      return slug === undefined ? [] : [[id, slug] as const]
    })
  )
})

/** Pages to insert under `parent` (null: the top level) at index `at`; at the end if it is absent. */
export interface Insertion {
  readonly parent: string | null
  readonly at?: number | undefined
  readonly pages: ReadonlyArray<PageInput.NewPage>
  readonly now: number
}

/** Like `insert`; also returns the assigned slugs by page id. */
export const insertWithSlugs = Effect.fnUntraced(function* (draft: ContentDraft, root: string, input: Insertion) {
  const opened = yield* Root.open(draft, root)
  yield* requireParent(opened, input.parent)
  const placings = yield* flatten(input.parent, input.pages)
  const ids = placings.map((placing) => placing.input.id)
  for (const page of (yield* Root.pages(opened, ids)).keys()) return yield* new PageExists({ page })

  const given = yield* claimSlugs(opened, placings)
  const slugs = new Map<string, Json>()
  const made = yield* EventLoop.map(placings, ({ input: page, parent }) => {
    const slug = given.get(page.id)
    if (slug !== undefined) slugs.set(Slug.keyOf(parent, slug), page.id)
    return [page.id, Page.toStored(PageInput.create(page, { parent, slug, now: input.now }))] as const
  })
  const pages = new Map<string, Json>(made)
  const order = new Map<string, Json | undefined>()
  const top = { ids: input.pages.map(({ id }) => id), at: input.at }
  order.set(...(yield* editChildren(draft, opened, input.parent ?? "", { insert: top })))
  for (const { input: parent } of placings) {
    const below = PageInput.pagesBelow(parent).map(({ id }) => id)
    if (below.length > 0) order.set(parent.id, (yield* IdList.make(draft, below)) ?? undefined)
  }
  return { root: yield* Root.apply(draft, root, { pages, slugs, order }), slugs: given }
})

/**
 * Inserts pages with their descendants in one pass. A slug that a sibling already has gets a number; slugs set by hand
 * are assigned first.
 */
export const insert = (draft: ContentDraft, root: string, input: Insertion) =>
  Effect.map(insertWithSlugs(draft, root, input), (inserted) => inserted.root)

interface RevisedPage {
  readonly before: Page.Page
  readonly after: Page.Page
}

/** Updates the timestamp of a changed page; a new parent is not a change in itself. */
const stamp = ({ before, after }: RevisedPage, now: number): Page.Page =>
  Page.changedFields(before, after).some((field) => field !== "parent") ? { ...after, updatedAt: now } : after

const keyOf = (page: Page.Page) => (Page.isPlaced(page) ? Slug.keyOf(page.parent, page.slug) : undefined)

/** The changes to the maps of pages, slugs and former slugs for revised pages. */
const toMapChanges = Effect.fnUntraced(function* (root: Root.Root, revised: ReadonlyArray<RevisedPage>, now: number) {
  const pages = new Map<string, Json>()
  const slugs = new Map<string, Json | undefined>()
  const moved = new Map<string, Json | undefined>()
  const rekeyed = revised.flatMap(({ before, after }) => {
    const [from, to] = [keyOf(before), keyOf(after)]
    return from === undefined || to === undefined || from === to ? [] : [{ id: after.id, from, to }]
  })
  const targets = rekeyed.map(({ to }) => to)
  const former = yield* RadixMap.getMany(root.reader, root.maps.moved, targets)
  for (const { id, from, to } of rekeyed) {
    slugs.set(from, undefined)
    if (former.get(to) === id) moved.set(to, undefined)
  }
  for (const { id, from, to } of rekeyed) {
    slugs.set(to, id)
    moved.set(from, id)
  }
  for (const pair of revised) pages.set(pair.after.id, Page.toStored(stamp(pair, now)))
  return { pages, slugs, moved }
})

/**
 * Changes fields of pages, by id. A slug that is not set follows the title; the former slug remains as a redirect.
 * Patches without effect leave the root unchanged.
 */
export const update = Effect.fnUntraced(function* (
  draft: ContentDraft,
  root: string,
  input: { readonly patches: ReadonlyMap<string, PageInput.Patch>; readonly now: number }
) {
  const opened = yield* Root.open(draft, root)
  const found = yield* Root.pages(opened, input.patches.keys())
  const patched: Array<PageInput.PatchedPage> = []
  for (const [id, patch] of input.patches) {
    const page = found.get(id)
    if (page === undefined) return yield* new PageNotFound({ page: id })
    patched.push(yield* Effect.fromResult(PageInput.patch(page, patch)))
  }
  const claims = patched.flatMap(({ before, slug }) =>
    slug === undefined ? [] : [{ id: before.id, parent: before.parent, slug, key: keyOf(before) ?? "" }]
  )
  const slugs = yield* SlugClaims.claim(opened, claims, new Set(claims.map(({ key }) => key)))
  const given = new Map(claims.map(({ id }, index) => [id, slugs[index]]))
  const revised = patched.map(({ before, after }) => {
    const slug = given.get(after.id)
    return { before, after: slug === undefined || !Page.isPlaced(after) ? after : { ...after, slug } }
  })
  return yield* Root.apply(draft, root, yield* toMapChanges(opened, revised, input.now))
})

/**
 * Moves a page with its descendants under `parent` (null: the top level), to the index `at` among its new siblings, at
 * the end if it is absent. It keeps its slug unless a sibling has it; the former path remains as a redirect
 * (rule page-former-path).
 */
export const move = Effect.fnUntraced(function* (
  draft: ContentDraft,
  root: string,
  input: {
    readonly page: string
    readonly parent: string | null
    readonly at?: number | undefined
    readonly now: number
  }
) {
  const opened = yield* Root.open(draft, root)
  const before = (yield* Root.pages(opened, [input.page])).get(input.page)
  if (before === undefined) return yield* new PageNotFound({ page: input.page })
  if (before.type === "group" && input.parent !== null) return yield* new GroupBelowTop({ page: before.id })
  yield* requireParent(opened, input.parent)
  const above = input.parent === null ? [] : [input.parent, ...(yield* PagePath.ancestors(opened, input.parent))]
  if (above.includes(before.id)) return yield* new PageBelowItself({ page: before.id })

  const remove = new Set([before.id])
  const insert = { ids: [before.id], at: input.at }
  const [from, to] = [before.parent ?? "", input.parent ?? ""]
  if (from === to) {
    const order = new Map([yield* editChildren(draft, opened, to, { remove, insert })])
    return yield* Root.apply(draft, root, { order })
  }
  const order = new Map([
    yield* editChildren(draft, opened, from, { remove }),
    yield* editChildren(draft, opened, to, { insert })
  ])
  const after = { ...before, parent: input.parent }
  if (!Page.isPlaced(after)) {
    return yield* Root.apply(draft, root, {
      order,
      ...(yield* toMapChanges(opened, [{ before, after }], input.now))
    })
  }
  const base = after.slugByHand ? after.slug : Slug.make(after.title)
  const claim = { parent: after.parent, slug: base, keep: after.slug }
  const [slug = after.slug] = yield* SlugClaims.claim(opened, [claim])
  const changes = yield* toMapChanges(opened, [{ before, after: { ...after, slug } }], input.now)
  return yield* Root.apply(draft, root, { order, ...changes })
})

const collectSubtrees = Effect.fnUntraced(function* (root: Root.Root, ids: Iterable<string>) {
  const all = new Set(ids)
  const parents = new Set<string>()
  for (let level: ReadonlyArray<string> = [...all]; level.length > 0; ) {
    const lists = yield* Root.childLists(root, level)
    const below = yield* IdList.readMany(root.reader, lists.values())
    for (const parent of lists.keys()) parents.add(parent)
    level = [...below.values()].flat().filter((id) => !all.has(id))
    for (const id of level) all.add(id)
  }
  return { all, parents }
})

/** Deletes pages with their descendants. */
export const remove = Effect.fnUntraced(function* (draft: ContentDraft, root: string, ids: ReadonlyArray<string>) {
  const opened = yield* Root.open(draft, root)
  const { all, parents } = yield* collectSubtrees(opened, ids)
  const found = yield* Root.pages(opened, all)
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) return yield* new PageNotFound({ page: missing })

  const pages = new Map(Array.from(all, (id) => [id, undefined] as const))
  const slugs = new Map(
    [...found.values()].flatMap((page) => {
      const key = keyOf(page)
      return key === undefined ? [] : [[key, undefined] as const]
    })
  )
  const order = new Map<string, Json | undefined>(Array.from(parents, (id) => [id, undefined]))
  const orphaned = new Map<string, Set<string>>()
  for (const { id, parent } of found.values()) {
    if (parent !== null && all.has(parent)) continue
    const gone = orphaned.get(parent ?? "") ?? new Set()
    orphaned.set(parent ?? "", gone.add(id))
  }
  for (const [parent, gone] of orphaned) order.set(...(yield* editChildren(draft, opened, parent, { remove: gone })))
  return yield* Root.apply(draft, root, { pages, slugs, order })
})
