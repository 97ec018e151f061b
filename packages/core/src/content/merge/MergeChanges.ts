import { Effect } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import * as Page from "../tree/Page.ts"
import * as RadixMap from "../tree/RadixMap.ts"
import type { Root } from "../tree/Root.ts"
import * as SlugClaims from "../tree/SlugClaims.ts"
import type { Neighbourhood } from "./Neighbourhood.ts"

type Contents = ReadonlyMap<string, Page.Page>

const keyOf = (page: Page.Page | undefined): string | undefined =>
  page !== undefined && Page.isPlaced(page) ? Slug.keyOf(page.parent, page.slug) : undefined

/** A page whose slug key differs from primary's. */
interface Rekeyed {
  readonly page: Extract<Page.Page, { readonly slug: string }>
  readonly from: string | undefined
  readonly wanted: string
}

const findRekeyed = (near: Neighbourhood, contents: Contents): ReadonlyArray<Rekeyed> =>
  Array.from(contents).flatMap(([id, page]) => {
    if (!Page.isPlaced(page)) return []
    const from = keyOf(near.pages.get(id)?.primary)
    const wanted = Slug.keyOf(page.parent, page.slug)
    return from === wanted ? [] : [{ page, from, wanted }]
  })

/** The keys in primary that pages release. */
const freedKeys = (near: Neighbourhood, contents: Contents, moving: ReadonlyArray<Rekeyed>): ReadonlySet<string> => {
  const gone = [...near.pages].flatMap(([id, { primary }]) => (contents.has(id) ? [] : (keyOf(primary) ?? [])))
  return new Set([...gone, ...moving.flatMap(({ from }) => from ?? [])])
}

/**
 * Pages that are the only ones to claim a free key come first, so that they are certain to get it; then the others;
 * each group in the order of ids.
 */
const orderClaims = Effect.fnUntraced(function* (
  root: Root,
  moving: ReadonlyArray<Rekeyed>,
  freed: ReadonlySet<string>
) {
  const wanted = moving.map((each) => each.wanted).filter((key) => !freed.has(key))
  const taken = yield* RadixMap.getMany(root.reader, root.maps.slugs, wanted)
  const byId = moving.toSorted((left, right) => (left.page.id < right.page.id ? -1 : 1))
  const first = new Map<string, string>()
  for (const { page, wanted } of byId) if (!first.has(wanted)) first.set(wanted, page.id)
  const isFree = ({ page, wanted }: Rekeyed) => !taken.has(wanted) && first.get(wanted) === page.id
  return [...byId.filter(isFree), ...byId.filter((each) => !isFree(each))]
})

/** Assigns the pages their slugs. */
const assignSlugs = Effect.fnUntraced(function* (
  root: Root,
  contents: Contents,
  moving: ReadonlyArray<Rekeyed>,
  freed: ReadonlySet<string>
) {
  const turns = yield* orderClaims(root, moving, freed)
  const claims = turns.map(({ page }) => {
    const slug = page.slugByHand ? page.slug : Slug.make(page.title)
    return { parent: page.parent, slug, keep: page.slug }
  })
  const claimed = yield* SlugClaims.claim(root, claims, freed)
  const settled = new Map(contents)
  for (const [index, { page }] of turns.entries()) settled.set(page.id, { ...page, slug: claimed[index] ?? page.slug })
  return settled
})

/** Whether the other side moved a page away from its base key, and so decides about a redirect from there. */
const isLeft = ({ pages }: Neighbourhood, id: string, key: string): boolean => {
  const sides = pages.get(id)
  return keyOf(sides?.base) === key && sides?.changed !== undefined && keyOf(sides.changed) !== key
}

/**
 * Copies the other side's former keys where primary did not change them; no former key may lead to the key that its
 * page has.
 */
const joinRedirects = (near: Neighbourhood, settled: Contents): Map<string, Json | undefined> => {
  const moved = new Map<string, Json | undefined>()
  for (const [key, { base, primary, changed }] of near.moved) {
    if (!CanonicalJson.equals(base, primary) || CanonicalJson.equals(changed, primary)) continue
    const id = changed ?? base
    const standing = typeof id === "string" ? keyOf(settled.get(id)) : undefined
    if (changed !== undefined) {
      if (standing !== key) moved.set(key, changed)
      continue
    }
    const elsewhere = typeof id === "string" ? keyOf(near.pages.get(id)?.changed) : undefined
    if (standing === undefined || standing === elsewhere) moved.set(key, undefined)
  }
  return moved
}

/**
 * Merges the former keys. Keys that the merge releases take precedence, then existing former keys, then keys that were
 * requested but not available.
 */
const makeRedirects = Effect.fnUntraced(function* (
  near: Neighbourhood,
  settled: Contents,
  moving: ReadonlyArray<Rekeyed>
) {
  const moved = joinRedirects(near, settled)
  const ways = moving.map((way) => ({ ...way, id: way.page.id, to: keyOf(settled.get(way.page.id)) ?? way.wanted }))
  const { reader, maps } = near.primary
  const targets = ways.flatMap(({ to, wanted }) => [to, wanted])
  const known = yield* RadixMap.getMany(reader, maps.moved, targets)
  for (const { id, to } of ways) if (known.get(to) === id && !moved.has(to)) moved.set(to, undefined)
  for (const { id, from, to } of ways) {
    if (from !== undefined && from !== to && !isLeft(near, id, from)) moved.set(from, id)
  }
  for (const { id, to, wanted } of ways) {
    if (wanted !== to && !known.has(wanted) && !moved.has(wanted)) moved.set(wanted, id)
  }
  return moved
})

/** The changes of merged pages to primary's maps of pages, slugs and former slugs. */
export const ofPages = Effect.fnUntraced(function* (near: Neighbourhood, contents: Contents) {
  const moving = findRekeyed(near, contents)
  const freed = freedKeys(near, contents, moving)
  const settled = yield* assignSlugs(near.primary, contents, moving, freed)
  const slugs = new Map<string, Json | undefined>(Array.from(freed, (key) => [key, undefined]))
  for (const { page } of moving) {
    const key = keyOf(settled.get(page.id))
    if (key !== undefined) slugs.set(key, page.id)
  }
  const pages = new Map<string, Json | undefined>()
  for (const [id, { primary }] of near.pages) {
    const next = settled.get(id)
    if (CanonicalJson.equals(next, primary)) continue
    pages.set(id, next === undefined ? undefined : Page.toStored(next))
  }
  return { pages, slugs, moved: yield* makeRedirects(near, settled, moving) }
})
