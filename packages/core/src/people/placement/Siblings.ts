import { Context, Effect, Layer } from "effect"
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, limits, type Placement } from "./Placement.ts"

/** Siblings share an organization and a parent (null at the root). */
export interface Family {
  readonly organization: OrganizationId
  readonly parent: string | null
}

type Row = Repository.VersionedValue<Placement>

/** The order of active siblings of both kinds. Used with the organization's tree locked (rule collection-order). */
export class Siblings extends Context.Service<Siblings>()("@quire/core/Siblings", {
  make: Effect.gen(function* () {
    const placements = yield* Repository.make(collection)

    const equals = ({ organization, parent }: Family) => ({ organization, parent: parent ?? "", active: true })
    const findNearest = (family: Family, direction: "asc" | "desc", from?: Placement) =>
      Effect.map(
        placements.list("siblings", {
          equals: equals(family),
          direction,
          limit: 1,
          ...(from === undefined ? {} : { after: placements.keyset("siblings", from) })
        }),
        ([row]) => row
      )

    const findLast = (family: Family) => findNearest(family, "desc")
    const findPrevious = (family: Family, of: Placement) => findNearest(family, "desc", of)
    const findNext = (family: Family, of: Placement) => findNearest(family, "asc", of)

    /** Gives all siblings short keys again, in the current order. */
    const renumber = Effect.fnUntraced(function* (family: Family) {
      const rows = yield* placements.list("siblings", { equals: equals(family), limit: noLimit })
      const keys = generateNKeysBetween(null, null, rows.length)
      const moves = rows.flatMap((seen, index) => {
        const position = keys[index]
        return position === undefined ? [] : [{ seen, next: { ...seen.value, position } }]
      })
      yield* placements.updateAll(moves)
    })

    const isShort = (key: string) => key.length <= limits.positionLength

    const makeKeyBetween = (before: Row | undefined, after: Row | undefined): string | undefined => {
      const low = before?.value.position ?? null
      const high = after?.value.position ?? null
      if (low !== null && high !== null && low >= high) return undefined
      const key = generateKeyBetween(low, high)
      return isShort(key) ? key : undefined
    }

    /** Creates a key right before or after a sibling, or at the end; renumbers if there is no short key. */
    const makeKey = Effect.fnUntraced(function* (
      family: Family,
      neighbor?: { readonly side: "before" | "after"; readonly sibling: Placement }
    ) {
      const find = Effect.gen(function* () {
        if (neighbor === undefined) return makeKeyBetween(yield* findLast(family), undefined)
        const row = yield* Effect.flatMap(placements.get(neighbor.sibling.id), Effect.fromOption)
        return neighbor.side === "before"
          ? makeKeyBetween(yield* findPrevious(family, row.value), row)
          : makeKeyBetween(row, yield* findNext(family, row.value))
      })
      const key = yield* find
      if (key !== undefined) return key
      yield* renumber(family)
      return yield* Effect.flatMap(find, Effect.fromNullishOr)
    }, Effect.orDie)

    /** Creates keys for several resources at the end, in order; renumbers if there are no short keys. */
    const makeLastKeys = Effect.fnUntraced(function* (family: Family, count: number) {
      const find = Effect.map(findLast(family), (last) =>
        generateNKeysBetween(last?.value.position ?? null, null, count)
      )
      const keys = yield* find
      if (keys.every(isShort)) return keys
      yield* renumber(family)
      return yield* find
    })

    return { findLast, findPrevious, findNext, makeKey, makeLastKeys } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
