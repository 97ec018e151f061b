import { Context, Effect, Layer } from "effect"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { Range, ResealProgress, SealedRows, Source } from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { type Renewal, SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"

/** Number of rows that one transaction re-encrypts. */
export const limits = { batch: 100 } as const

/** The number of texts that were re-encrypted, and that are still encrypted with other keys. */
export interface Progress {
  readonly done: number
  readonly left: number
}

export interface Options extends Renewal {
  /** Called after each batch. */
  readonly onProgress?: (progress: Progress) => Effect.Effect<void>
}

/** `until`: the time (epoch milliseconds) from which signatures of the previous signing keys are no longer accepted. */
export interface RotationResult extends Progress {
  readonly until: number
}

/** The first possible key id after the given one: key ids do not contain `!`. */
const firstKeyIdAfter = (keyId: string) => `${keyId}!`

const make = Effect.fnUntraced(function* (sources: ReadonlyArray<Source>) {
  const { keyId } = yield* Sealing
  const signingKeys = yield* SigningKeys
  const { mutate } = yield* Mutation
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
    for (let from: ResealProgress["last"], isMore = true; isMore; isMore = from !== undefined) {
      const { count, last }: ResealProgress = yield* mutate(rows.reseal(range, from, limits.batch))
      if (count > 0) yield* onBatch(count)
      from = last
    }
  })

  /**
   * Creates a new signing key, and re-encrypts the texts of the previous key and of the store's own. May be interrupted
   * and run again at any time.
   */
  const run = operation("Rotation.run")(function* (options: Options = {}) {
    yield* hostOnly("Rotation.run")
    const { onProgress = () => Effect.void, ...renewal } = options
    const until = yield* signingKeys.renew(renewal)
    let done = 0
    for (const part of parts) {
      yield* resealRange(part, (count) => {
        done += count
        return Effect.flatMap(countLeft, (left) => onProgress({ done, left }))
      })
    }
    return { done, left: yield* countLeft, until } satisfies RotationResult
  })

  return { run } as const
})

/**
 * Rotates the signing key, and re-encrypts texts of other keys with the current one, so that the previous key can be
 * discarded (rule signing-keys). Texts that no known key can decrypt are not changed. Host only.
 */
export class Rotation extends Context.Service<Rotation, Effect.Success<ReturnType<typeof make>>>()(
  "@quire/core/Rotation"
) {
  /** `sources` are all collections with encrypted texts. */
  static readonly layer = (sources: ReadonlyArray<Source>) =>
    Layer.effect(this, make(sources)).pipe(Layer.provide([Mutation.layer, Sealing.layer, SigningKeys.layer]))
}
