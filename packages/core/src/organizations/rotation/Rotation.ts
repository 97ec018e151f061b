import { Context, Effect, Layer } from "effect"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { Range, Resealed, SealedRows, Source } from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Mutation from "../../foundation/store/Mutation.ts"

/** Rows of one transaction. */
export const limits = { batch: 100 } as const

/** How many texts were sealed again, and how many other keys than the present one have still sealed. */
export interface Progress {
  readonly done: number
  readonly left: number
}

/** The one after an id of a key: no id has the sign in it. */
const firstKeyIdAfter = (keyId: string) => `${keyId}!`

const make = Effect.fnUntraced(function* (sources: ReadonlyArray<Source>) {
  const { keyId } = yield* Sealing
  const mutation = yield* Mutation.make
  const all = yield* Effect.forEach(sources, (source) => source.make)
  const ranges: ReadonlyArray<Range> = [{ to: keyId }, { from: firstKeyIdAfter(keyId) }]
  const parts = all.flatMap((rows) => ranges.map((range) => ({ rows, range })))

  const countLeft = Effect.map(
    Effect.forEach(parts, ({ range, rows }) => rows.count(range)),
    (counts) => counts.reduce((sum, count) => sum + count, 0)
  )

  const resealRange = Effect.fnUntraced(function* (
    { range, rows }: { readonly rows: SealedRows; readonly range: Range },
    onBatch: (count: number) => Effect.Effect<void>
  ) {
    for (let from: Resealed["last"], isMore = true; isMore; isMore = from !== undefined) {
      const { count, last }: Resealed = yield* mutation(rows.reseal(range, from, limits.batch))
      if (count > 0) yield* onBatch(count)
      from = last
    }
  })

  /** Seals again what the previous key or the store's own has sealed. May be cut short, and be run again at any time. */
  const run = operation("Rotation.run")(function* (
    onProgress: (progress: Progress) => Effect.Effect<void> = () => Effect.void
  ) {
    yield* hostOnly("Rotation.run")
    let done = 0
    for (const part of parts) {
      yield* resealRange(part, (count) => {
        done += count
        return Effect.flatMap(countLeft, (left) => onProgress({ done, left }))
      })
    }
    return { done, left: yield* countLeft } satisfies Progress
  })

  return { run } as const
})

/**
 * Seals with the present secret key whatever another one has sealed, so that the previous one can be thrown away. What
 * no key at hand opens stays as it is. Host only.
 */
export class Rotation extends Context.Service<Rotation, Effect.Success<ReturnType<typeof make>>>()(
  "@quire/core/Rotation"
) {
  /** `sources` are all collections whose rows hold sealed texts. */
  static readonly layer = (sources: ReadonlyArray<Source>) => Layer.effect(this, make(sources))
}
