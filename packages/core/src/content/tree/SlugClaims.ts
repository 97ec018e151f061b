import { Effect } from "effect"
import * as Slug from "../../foundation/text/Slug.ts"
import * as RadixMap from "./RadixMap.ts"
import type { Root } from "./Root.ts"

/** A page below `parent` that wants a slug: `keep` where it is free, else the first free one of `slug`, `slug-2` … */
export interface Wish {
  readonly parent: string | null
  readonly slug: string
  readonly keep?: string
}

/** The numbers of one slug below one parent that were tried, and up to which number the store was asked. */
interface Series {
  next: number
  asked: number
}

/**
 * A slug for each wish, in order, so that no two pages below one parent have the same. Keys in `freed` count as free
 * although the root still has them. Asks the store in growing blocks: linear in the wishes and what stands in their way.
 */
export const claim = Effect.fnUntraced(function* (
  root: Root,
  wishes: ReadonlyArray<Wish>,
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

  yield* ask(wishes.flatMap(({ parent, slug, keep }) => [keep ?? slug, slug].map((name) => Slug.keyOf(parent, name))))
  const tried = new Map<string, Series>()
  const slugs: Array<string> = []
  for (const { parent, slug, keep } of wishes) {
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
