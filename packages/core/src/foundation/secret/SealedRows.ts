import { Effect, Option } from "effect"
import * as Repository from "../store/Repository.ts"
import { type Keyset, RowStore } from "../store/RowStore.ts"
import type * as Sealed from "./Sealed.ts"
import { keyIdOf } from "./Sealed.ts"
import { Sealing } from "./Sealing.ts"

/** The ids of keys before or after the current one. */
export type Range = { readonly to: string } | { readonly from: string }

/** Result of re-encrypting in one transaction; `last` is undefined if no more rows follow. */
export interface ResealProgress {
  readonly count: number
  readonly last: Keyset | undefined
}

/** The rows of one collection that are encrypted with other keys than the current one. */
export interface SealedRows {
  readonly count: (range: Range) => Effect.Effect<number>
  /** Inside a transaction: re-encrypts the rows of a page that a known key can decrypt. */
  readonly reseal: (range: Range, after: Keyset | undefined, limit: number) => Effect.Effect<ResealProgress>
}

/** A collection whose rows contain an encrypted text. */
export interface Source {
  readonly name: string
  readonly make: Effect.Effect<SealedRows, never, RowStore | Sealing>
}

interface Row {
  readonly id: string
  readonly sealed: Sealed.SealedText
}

/**
 * `sealedAs` returns the encryption context of a row by its id. `hold` acquires the locks that writers of the rows
 * acquire first.
 */
export const source = <
  A extends Row,
  I,
  Cs extends Repository.Columns<A> & typeof Sealed.columns,
  Ix extends Repository.Indexes<Cs> & typeof Sealed.indexes,
  Ux extends Repository.Uniques<Cs>
>(
  collection: Repository.Collection<A, I, Cs, Ix, Ux>,
  sealedAs: (id: string) => string,
  hold: (rows: ReadonlyArray<A>) => Effect.Effect<void, never, RowStore> = () => Effect.void
): Source => ({
  name: collection.name,
  make: Effect.gen(function* () {
    const store = yield* RowStore
    const sealing = yield* Sealing
    const rows = yield* Repository.make(collection)

    const resealRow = Effect.fnUntraced(function* (seen: Repository.VersionedValue<A>) {
      const { id, sealed } = seen.value
      if (keyIdOf(sealed) === sealing.keyId) return []
      const text = yield* sealing.tryOpen(sealedAs(id), sealed)
      if (Option.isNone(text)) return []
      return [{ seen, next: { ...seen.value, sealed: yield* sealing.seal(sealedAs(id), text.value) } }]
    })

    const listPage = (range: Range, after: Keyset | undefined, limit: number) =>
      Effect.map(
        store.list(rows.shape, "sealed", { equals: {}, range, limit, ...(after === undefined ? {} : { after }) }),
        (found) => found.map(rows.decode)
      )

    return {
      count: (range) => store.count(rows.shape, "sealed", { equals: {}, range }),
      reseal: Effect.fnUntraced(function* (range, after, limit) {
        const found = yield* listPage(range, after, limit)
        yield* Effect.provideService(hold(found.map(({ value }) => value)), RowStore, store)
        const locked = yield* rows.lock(found.map(({ value }) => value.id))
        const pairs = (yield* Effect.forEach(locked.values(), resealRow)).flat()
        yield* rows.updateAll(pairs)
        const last = found.length < limit ? undefined : found.at(-1)?.value
        return {
          count: pairs.length,
          last: last === undefined ? undefined : { order: [keyIdOf(last.sealed)], id: last.id }
        }
      })
    } satisfies SealedRows
  })
})
