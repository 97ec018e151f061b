import { Effect } from "effect"
import type { PageRequest } from "../paging/Paging.ts"
import type { Keyset } from "../store/RowStore.ts"

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

/** Count and rows of a list by rank, for `Paging`. The first page and the count come of one ranking. */
export const listed = <A>(request: PageRequest, rank: (part: Part) => Effect.Effect<Ranked<A>>) =>
  Effect.map(Effect.cached(rank(part(0, request.limit === 0 ? 0 : request.limit + 1))), (first) => ({
    count: Effect.map(first, ({ total }) => total),
    load: (after: Keyset | undefined, limit: number) => {
      const offset = after === undefined ? 0 : Number(after.order[0])
      return Effect.map(after === undefined ? first : rank(part(offset, limit)), ({ found }) =>
        found.map((row, at) => ({ row, next: offset + at + 1 }))
      )
    }
  }))
