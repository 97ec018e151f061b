import { type Job, JobStore, RowStore } from "@quire/core"
import { Effect } from "effect"
import { fresh } from "../Suite.ts"

/** Tests use distinct instants, since lists of failed jobs cover the whole store. */
let last = 1_700_000_000_000

/** A separate kind of job, and the operations of a test on it. */
export const setup = Effect.gen(function* () {
  const store = yield* JobStore.JobStore
  const { atomic } = yield* RowStore.RowStore
  const kind = fresh("kind")
  const now = (last += 1_000_000)
  const offer = (key: string, over: Partial<Job.Offer> = {}): Job.Offer => ({
    kind,
    key,
    payload: `"${key}"`,
    runAt: now,
    at: now,
    ...over
  })
  const claim = (
    over: {
      now?: number
      limit?: number
      kinds?: ReadonlyArray<readonly [string, number]>
      isShared?: boolean
      served?: ReadonlyArray<string>
    } = {}
  ) =>
    store.claim({
      kinds: (over.kinds ?? [[kind, 100]]).map(([name, room]) => ({
        kind: name,
        room,
        isShared: over.isShared ?? false
      })),
      served: (over.served ?? []).map((share) => JobStore.servedName(kind, share)),
      limit: over.limit ?? 100,
      now: over.now ?? now,
      until: (over.now ?? now) + 100,
      token: fresh("token")
    })
  const claimOne = (at = now) => Effect.flatMap(claim({ now: at }), ([one]) => Effect.orDie(Effect.fromNullishOr(one)))
  return { store, atomic, kind, now, offer, claim, claimOne }
})

export const keysOf = (claims: ReadonlyArray<Job.ClaimedJob>) => claims.map(({ key }) => key)

/** A job that is retried. */
export const again = (runAt: number, attempts = 1): Job.Next => ({ runAt, attempts, reason: "no", failedAt: undefined })
/** A job that has failed permanently. */
export const failed = (at: number): Job.Next => ({ runAt: at, attempts: 3, reason: "no more", failedAt: at })
