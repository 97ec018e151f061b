import { Effect } from "effect"
import type { PageRequest } from "../../foundation/paging/Paging.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"

/** The number of hits a search can reach, however far it is paged. */
export const depth = 1000

interface RankedRows<A> {
  readonly found: ReadonlyArray<A>
  readonly total: number
}

/** A part of a ranking; `offset + limit` is at most `depth`. */
export interface RankingPart {
  readonly offset: number
  readonly limit: number
}

const makePart = (offset: number, limit: number): RankingPart => ({
  offset,
  limit: Math.max(0, Math.min(limit, depth - offset))
})

const noRows = { found: [], total: 0 }

/** The count and the rows of a ranked list, for `Paging`. The first page and the count come from one ranking. */
export const toSource = <A>({ limit, page }: PageRequest, rank: (part: RankingPart) => Effect.Effect<RankedRows<A>>) =>
  Effect.map(page === undefined ? rank(makePart(0, limit === 0 ? 0 : limit + 1)) : Effect.succeed(noRows), (first) => ({
    count: Effect.succeed(first.total),
    load: (after: Keyset | undefined, wanted: number) => {
      const offset = after === undefined ? 0 : Number(after.order[0])
      return Effect.map(after === undefined ? Effect.succeed(first) : rank(makePart(offset, wanted)), ({ found }) =>
        found.map((row, at) => ({ row, next: offset + at + 1 }))
      )
    }
  }))
