import { Effect } from "effect"
import type { PageRequest } from "../../foundation/paging/Paging.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"

/** How many hits a search sees, however deep it is paged. */
export const depth = 1000

interface Ranked<A> {
  readonly found: ReadonlyArray<A>
  readonly total: number
}

/** A part of a ranking; `offset + limit` is at most `depth`. */
export interface Part {
  readonly offset: number
  readonly limit: number
}

const part = (offset: number, limit: number): Part => ({ offset, limit: Math.max(0, Math.min(limit, depth - offset)) })

const nothing = { found: [], total: 0 }

/** Count and rows of a list by rank, for `Paging`. The first page and the count come of one ranking. */
export const listed = <A>({ limit, page }: PageRequest, rank: (part: Part) => Effect.Effect<Ranked<A>>) =>
  Effect.map(page === undefined ? rank(part(0, limit === 0 ? 0 : limit + 1)) : Effect.succeed(nothing), (first) => ({
    count: Effect.succeed(first.total),
    load: (after: Keyset | undefined, wanted: number) => {
      const offset = after === undefined ? 0 : Number(after.order[0])
      return Effect.map(after === undefined ? Effect.succeed(first) : rank(part(offset, wanted)), ({ found }) =>
        found.map((row, at) => ({ row, next: offset + at + 1 }))
      )
    }
  }))
