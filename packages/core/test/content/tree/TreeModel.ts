import type { CanonicalJson, ContentDraft } from "@quire/core"
import { Root } from "@quire/core"
import { ContentNode, IdList, Page, PageInput, Slug } from "@quire/core/internal"
import { Effect, Result } from "effect"
import * as FastCheck from "fast-check"

/** A naive model of the content of a space, which the tree must agree with. */
export interface Model {
  readonly pages: Map<string, Page.Page>
  readonly order: Map<string, ReadonlyArray<string>>
  readonly moved: Map<string, string>
}

export const emptyModel = (): Model => ({ pages: new Map(), order: new Map(), moved: new Map() })

export const childIds = (model: Model, parent: string | null) => model.order.get(parent ?? "") ?? []

const setChildren = (model: Model, parent: string | null, ids: ReadonlyArray<string>) => {
  if (ids.length === 0) model.order.delete(parent ?? "")
  else model.order.set(parent ?? "", ids)
}

const insertAt = (ids: ReadonlyArray<string>, at: number | undefined, added: ReadonlyArray<string>) => {
  const next = [...ids]
  next.splice(at ?? ids.length, 0, ...added)
  return next
}

const keyOf = (page: Page.Page) => (Page.isPlaced(page) ? Slug.keyOf(page.parent, page.slug) : undefined)

const liveId = (model: Model, key: string) => [...model.pages.values()].find((page) => keyOf(page) === key)

const freeSlug = (model: Model, parent: string | null, base: string, self?: string) => {
  for (let n = 1; ; n++) {
    const slug = Slug.addNumber(base, n)
    const holder = liveId(model, Slug.keyOf(parent, slug))
    if (holder === undefined || holder.id === self) return slug
  }
}

export const insert = (
  model: Model,
  parent: string | null,
  at: number | undefined,
  pages: ReadonlyArray<PageInput.NewPage>,
  now: number
) => {
  setChildren(
    model,
    parent,
    insertAt(
      childIds(model, parent),
      at,
      pages.map(({ id }) => id)
    )
  )
  const isByHand = (input: PageInput.NewPage) => "slug" in input
  for (const input of [...pages.filter(isByHand), ...pages.filter((each) => !isByHand(each))]) {
    const base = PageInput.ofNewPage(input)
    const slug = base === undefined ? undefined : freeSlug(model, parent, base)
    model.pages.set(input.id, PageInput.create(input, { parent, slug, now }))
  }
  for (const input of pages) {
    const below = PageInput.pagesBelow(input)
    if (below.length > 0) insert(model, input.id, undefined, below, now)
  }
}

const replace = (model: Model, before: Page.Page, after: Page.Page, now: number) => {
  const changed = Page.changedFields(before, after)
  if (changed.length === 0) return
  const stamp = changed.some((field) => field !== "parent") ? { updatedAt: now } : {}
  model.pages.set(after.id, { ...after, ...stamp })
  const [from, to] = [keyOf(before), keyOf(after)]
  if (from === undefined || to === undefined || from === to) return
  if (model.moved.get(to) === after.id) model.moved.delete(to)
  model.moved.set(from, after.id)
}

export const update = (model: Model, id: string, patch: PageInput.Patch, now: number) => {
  const before = model.pages.get(id)
  if (before === undefined) return
  const { after, slug } = Result.getOrThrow(PageInput.patch(before, patch))
  const next = slug === undefined ? after : { ...after, slug: freeSlug(model, before.parent, slug, id) }
  replace(model, before, next, now)
}

export const isBelow = (model: Model, id: string | null, ancestor: string): boolean =>
  id !== null && (id === ancestor || isBelow(model, model.pages.get(id)?.parent ?? null, ancestor))

export const move = (model: Model, id: string, parent: string | null, at: number | undefined, now: number) => {
  const before = model.pages.get(id)
  if (before === undefined) return
  setChildren(
    model,
    before.parent,
    childIds(model, before.parent).filter((child) => child !== id)
  )
  setChildren(model, parent, insertAt(childIds(model, parent), at, [id]))
  if (before.parent === parent) return
  const after = { ...before, parent }
  if (!Page.isPlaced(after)) return replace(model, before, after, now)
  const kept = liveId(model, Slug.keyOf(parent, after.slug)) === undefined
  const base = after.slugByHand ? after.slug : Slug.make(after.title)
  replace(model, before, { ...after, slug: kept ? after.slug : freeSlug(model, parent, base) }, now)
}

export const remove = (model: Model, id: string) => {
  const page = model.pages.get(id)
  if (page === undefined) return
  for (const child of childIds(model, id)) remove(model, child)
  model.order.delete(id)
  setChildren(
    model,
    page.parent,
    childIds(model, page.parent).filter((child) => child !== id)
  )
  model.pages.delete(id)
}

/** Finds the page at a path by exhaustive search. */
export const find = (model: Model, path: string): string | undefined => {
  let found: string | null = null
  for (const segment of path.split("/")) {
    const key = Slug.keyOf(found, segment)
    const former: string = model.moved.get(key) ?? ""
    const next: string | undefined = liveId(model, key)?.id ?? model.pages.get(former)?.id
    if (next === undefined) return undefined
    found = next
  }
  return found ?? undefined
}

export const pathOf = (model: Model, id: string): string | undefined => {
  const page = model.pages.get(id)
  if (page === undefined || !Page.isPlaced(page)) return undefined
  return page.parent === null ? page.slug : `${pathOf(model, page.parent)}/${page.slug}`
}

/** Builds the root of a model in one draft. */
export const rootOf = Effect.fnUntraced(function* (draft: ContentDraft.ContentDraft, model: Model) {
  const order = new Map<string, CanonicalJson.Json>()
  for (const [parent, ids] of model.order) order.set(parent, yield* IdList.make(draft, ids))
  const slugs = new Map<string, CanonicalJson.Json>()
  const pages = new Map<string, CanonicalJson.Json>()
  for (const page of model.pages.values()) {
    pages.set(page.id, Page.toStored(page))
    const key = keyOf(page)
    if (key !== undefined) slugs.set(key, page.id)
  }
  return yield* Root.apply(draft, Root.empty, { pages, slugs, order, moved: model.moved })
})

const titles = FastCheck.constantFrom("Page", "page!", "Page 2", "Über uns", "?", "P".repeat(120))

/** One step of a history; numbers select among the pages that exist at that point. */
export type Step =
  | {
      readonly op: "insert"
      readonly parent: number
      readonly at: number | undefined
      readonly shape: ReadonlyArray<Shape>
    }
  | { readonly op: "update"; readonly page: number; readonly patch: PageInput.Patch }
  | { readonly op: "move"; readonly page: number; readonly parent: number; readonly at: number | undefined }
  | { readonly op: "remove"; readonly page: number }

export interface Shape {
  readonly type: "document" | "group" | "link" | "computed"
  readonly title: string
  readonly slug: string | undefined
  readonly below: ReadonlyArray<Shape>
}

const leafShape: FastCheck.Arbitrary<Shape> = FastCheck.record({
  type: FastCheck.constantFrom("document" as const, "document" as const, "link" as const, "computed" as const),
  title: titles,
  slug: FastCheck.option(FastCheck.constantFrom("by-hand", "page", "Page 2"), { nil: undefined, freq: 5 }),
  below: FastCheck.constant([])
})

const shape: FastCheck.Arbitrary<Shape> = FastCheck.oneof(
  leafShape,
  FastCheck.record({
    type: FastCheck.constantFrom("document" as const, "group" as const),
    title: titles,
    slug: FastCheck.constant(undefined),
    below: FastCheck.array(leafShape, { maxLength: 4 })
  })
)

const index = FastCheck.option(FastCheck.nat(6), { nil: undefined })

const patch: FastCheck.Arbitrary<PageInput.Patch> = FastCheck.oneof(
  titles.map((title) => ({ title })),
  FastCheck.constantFrom("by-hand", "page", "page-2", "Über uns").map((slug) => ({ slug })),
  FastCheck.constant({ slug: null }),
  FastCheck.constantFrom("🚀", null).map((emoji) => ({ emoji })),
  FastCheck.record({ title: titles, emoji: FastCheck.constantFrom("🚀", null) }),
  FastCheck.constant({})
)

export const step: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  {
    weight: 4,
    arbitrary: FastCheck.record({
      op: FastCheck.constant("insert" as const),
      parent: FastCheck.nat(40),
      at: index,
      shape: FastCheck.array(shape, { minLength: 1, maxLength: 5 })
    })
  },
  {
    weight: 4,
    arbitrary: FastCheck.record({ op: FastCheck.constant("update" as const), page: FastCheck.nat(40), patch })
  },
  {
    weight: 3,
    arbitrary: FastCheck.record({
      op: FastCheck.constant("move" as const),
      page: FastCheck.nat(40),
      parent: FastCheck.nat(40),
      at: index
    })
  },
  { weight: 1, arbitrary: FastCheck.record({ op: FastCheck.constant("remove" as const), page: FastCheck.nat(40) }) }
)

/** The input for a shape, with fresh ids; groups below the top level become documents. */
export const inputOf = (
  nextId: () => string,
  atTop: boolean,
  { type, title, slug, below }: Shape
): PageInput.NewPage => {
  const own = { id: nextId(), title }
  if (type === "link") return { ...own, type, target: { kind: "url", url: "https://example.com" } }
  if (type === "computed") return { ...own, type, computed: { type: "builtin:openapi", props: {} } }
  const pages = below.map((each) => inputOf(nextId, false, each))
  return { ...own, type: atTop ? type : "document", pages, ...(slug === undefined ? {} : { slug }) }
}

export const hash = (text: string): string => ContentNode.hashOf(text)
