import { Effect } from "effect"
import * as Slug from "../../foundation/text/Slug.ts"
import * as RadixMap from "./RadixMap.ts"
import type { Root } from "./Root.ts"

/** A slug that a page under `parent` requests: `keep` if it is free, otherwise the first free of `slug`, `slug-2`, … */
export interface SlugClaim {
  readonly parent: string | null
  readonly slug: string
  readonly keep?: string
}

/** Progress for one slug under one parent: the next number to try, and the last number the store was asked about. */
interface Series {
  next: number
  asked: number
}

/**
 * Assigns a slug to each claim, in order, so that siblings never share one (rule page-slug). Keys in `freed` count as free even if the
 * root still has them. Queries the store in growing blocks, so the cost is linear in the claims plus the slugs already
 * taken.
 */
export const claim = Effect.fnUntraced(function* (
  root: Root,
  claims: ReadonlyArray<SlugClaim>,
  freed: ReadonlySet<string> = new Set()
) {
  const taken = new Set<string>()
  const ask = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
    const wanted = keys.filter((key) => !freed.has(key))
    for (const key of (yield* RadixMap.getMany(root.reader, root.maps.slugs, wanted)).keys()) taken.add(key)
  })
  const take = (parent: string | null, slug: string): boolean => {
    const key = Slug.keyOf(parent, slug)
    const isFree = !taken.has(key)
    taken.add(key)
    return isFree
  }

  yield* ask(claims.flatMap(({ parent, slug, keep }) => [keep ?? slug, slug].map((name) => Slug.keyOf(parent, name))))
  const tried = new Map<string, Series>()
  const slugs: Array<string> = []
  for (const { parent, slug, keep } of claims) {
    if (keep !== undefined && take(parent, keep)) {
      slugs.push(keep)
      continue
    }
    const key = Slug.keyOf(parent, slug)
    const series = tried.get(key) ?? { next: 1, asked: 1 }
    tried.set(key, series)
    for (let found = false; !found; series.next++) {
      if (series.next > series.asked) {
        const block = Array.from({ length: series.asked + 15 }, (_, index) => series.next + index)
        yield* ask(block.map((number) => Slug.keyOf(parent, Slug.addNumber(slug, number))))
        series.asked += block.length
      }
      found = take(parent, Slug.addNumber(slug, series.next))
    }
    slugs.push(Slug.addNumber(slug, series.next - 1))
  }
  return slugs
})
