import { Effect } from "effect"
import type { Json } from "../content/CanonicalJson.ts"
import * as CanonicalJson from "../content/CanonicalJson.ts"
import * as Page from "../content/Page.ts"
import * as RadixMap from "../content/RadixMap.ts"
import type { Root } from "../content/Root.ts"
import * as Slug from "../content/Slug.ts"
import * as SlugClaims from "../content/SlugClaims.ts"
import type { Neighbourhood } from "./Neighbourhood.ts"

type Contents = ReadonlyMap<string, Page.Page>

const keyOf = (page: Page.Page | undefined): string | undefined =>
  page !== undefined && Page.isPlaced(page) ? Slug.keyOf(page.parent, page.slug) : undefined

/** A page whose key is another than in primary. */
interface Rekeyed {
  readonly page: Page.Page & { readonly slug: string }
  readonly from: string | undefined
  readonly wanted: string
}

const rekeyed = (near: Neighbourhood, contents: Contents): ReadonlyArray<Rekeyed> =>
  Array.from(contents).flatMap(([id, page]) => {
    if (!Page.isPlaced(page)) return []
    const from = keyOf(near.pages.get(id)?.primary)
    const wanted = Slug.keyOf(page.parent, page.slug)
    return from === wanted ? [] : [{ page, from, wanted }]
  })

/** The keys in primary of pages that leave them. */
const freedKeys = (near: Neighbourhood, contents: Contents, moving: ReadonlyArray<Rekeyed>): ReadonlySet<string> => {
  const gone = [...near.pages].flatMap(([id, { primary }]) => (contents.has(id) ? [] : (keyOf(primary) ?? [])))
  return new Set([...gone, ...moving.flatMap(({ from }) => from ?? [])])
}

/** First those whose wish nobody else has, so that they surely get it; then the rest; each in the order of ids. */
const inTurn = Effect.fnUntraced(function* (root: Root, moving: ReadonlyArray<Rekeyed>, freed: ReadonlySet<string>) {
  const wanted = moving.map((each) => each.wanted).filter((key) => !freed.has(key))
  const taken = yield* RadixMap.getMany(root.reader, root.maps.slugs, wanted)
  const byId = moving.toSorted((left, right) => (left.page.id < right.page.id ? -1 : 1))
  const first = new Map<string, string>()
  for (const { page, wanted } of byId) if (!first.has(wanted)) first.set(wanted, page.id)
  const isFree = ({ page, wanted }: Rekeyed) => !taken.has(wanted) && first.get(wanted) === page.id
  return [...byId.filter(isFree), ...byId.filter((each) => !isFree(each))]
})

interface Slugs {
  /** Slugs that pages got, by id. */
  readonly given: ReadonlyMap<string, string>
  readonly slugs: RadixMap.Changes
  readonly moved: RadixMap.Changes
}

const settle = Effect.fnUntraced(function* (near: Neighbourhood, contents: Contents) {
  const root = near.primary
  const moving = rekeyed(near, contents)
  const freed = freedKeys(near, contents, moving)
  const turns = yield* inTurn(root, moving, freed)
  const wishes = turns.map(({ page }) => {
    const slug = Page.isPlaced(page) && page.slugByHand ? page.slug : Slug.make(page.title)
    return { parent: page.parent, slug, keep: page.slug }
  })
  const claimed = yield* SlugClaims.claim(root, wishes, freed)
  const slugs = new Map<string, Json | undefined>(Array.from(freed, (key) => [key, undefined]))
  const given = new Map<string, string>()
  const former = new Map<string, string>()
  const live = new Map<string, string>()
  for (const [index, { page, from, wanted }] of turns.entries()) {
    const slug = claimed[index] ?? page.slug
    const key = Slug.keyOf(page.parent, slug)
    given.set(page.id, slug)
    slugs.set(key, page.id)
    live.set(key, page.id)
    if (wanted !== key) former.set(wanted, page.id)
    if (from !== undefined && !isLeft(near, page.id, from)) former.set(from, page.id)
  }
  return { given, slugs, moved: yield* redirects(near, contents, former, live) } satisfies Slugs
})

/** Whether the other side took a page away from its key in the base, and so knows what becomes of that key. */
const isLeft = ({ pages }: Neighbourhood, id: string, key: string): boolean => {
  const sides = pages.get(id)
  return keyOf(sides?.base) === key && sides?.changed !== undefined && keyOf(sides.changed) !== key
}

/** Former keys: primary's stay, those of the other side join them; no page is led from the key where it stands. */
const redirects = Effect.fnUntraced(function* (
  near: Neighbourhood,
  contents: Contents,
  former: ReadonlyMap<string, string>,
  live: ReadonlyMap<string, string>
) {
  const moved = new Map<string, Json | undefined>()
  for (const [key, { base, primary, changed }] of near.moved) {
    if (!CanonicalJson.equals(base, primary) || CanonicalJson.equals(changed, primary)) continue
    const id = changed ?? base
    const standing = typeof id === "string" ? keyOf(contents.get(id)) : undefined
    if (changed !== undefined) {
      if (standing !== key) moved.set(key, changed)
      continue
    }
    const elsewhere = typeof id === "string" ? keyOf(near.pages.get(id)?.changed) : undefined
    if (standing === undefined || standing === elsewhere) moved.set(key, undefined)
  }
  const { reader, maps } = near.primary
  const known = yield* RadixMap.getMany(reader, maps.moved, [...live.keys(), ...former.keys()])
  for (const [key, id] of live) if (known.get(key) === id) moved.set(key, undefined)
  for (const [key, id] of former) if (live.get(key) !== id && !near.moved.has(key)) moved.set(key, id)
  return moved
})

/** What merged pages change in primary's maps of pages, slugs and former slugs. */
export const ofPages = Effect.fn("MergeChanges.ofPages")(function* (near: Neighbourhood, contents: Contents) {
  const { given, slugs, moved } = yield* settle(near, contents)
  const pages = new Map<string, Json | undefined>()
  for (const [id, { primary }] of near.pages) {
    const page = contents.get(id)
    const slug = given.get(id)
    const next = page !== undefined && slug !== undefined && Page.isPlaced(page) ? { ...page, slug } : page
    if (CanonicalJson.equals(next, primary)) continue
    pages.set(id, next === undefined ? undefined : Page.toStored(next))
  }
  return { pages, slugs, moved }
})
