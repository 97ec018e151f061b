import { Clock, Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import type { SamlProvider } from "../identity-provider/SamlProvider.ts"
import { AssertionRefused } from "../identity-provider/SamlVerifier.ts"

/**
 * Number of refusals of one provider that each server records within a window in milliseconds: of unverified messages,
 * which anyone can send, and of verified ones. The limits are separate so that unverified messages do not displace
 * refusals that an administrator looks for.
 */
export const limits = { window: 3_600_000, unverified: 10, verified: 50, providers: 10_000 } as const

interface Count {
  readonly since: number
  readonly refusals: number
}

const noMore = "; further refusals within the hour are not recorded"

/** Records refused sign-ins in the audit log of their organization (rule sso-refusals). */
export class RefusalLog extends Context.Service<RefusalLog>()("@quire/core/RefusalLog", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const { mutate } = yield* Mutation
    const counts = new Map<string, Count>()

    /** Returns how many more may be recorded, and counts one of them. */
    const take = (key: string, most: number, now: number): number => {
      const seen = counts.get(key)
      const isOver = seen === undefined || now >= seen.since + limits.window
      if (isOver && counts.size >= limits.providers) counts.clear()
      const count = isOver ? { since: now, refusals: 0 } : seen
      counts.set(key, { ...count, refusals: count.refusals + 1 })
      return most - count.refusals
    }

    const record = Effect.fnUntraced(function* (
      { id, oidc, organization }: SamlProvider,
      kind: "verified" | "unverified",
      { problem, user }: AssertionRefused
    ) {
      const left = take(`${id} ${kind}`, limits[kind], yield* Clock.currentTimeMillis)
      if (left <= 0) return
      const announced = events.announce({
        type: oidc === undefined ? "samlSignIns.refuse" : "oidcSignIns.refuse",
        organization,
        subjects: user === undefined ? [id] : [id, user],
        after: { problem: left === 1 ? `${problem}${noMore}` : problem }
      })
      yield* Effect.provideService(mutate(announced), Actor, system)
    })

    /** Records the reason of a refusal; the effect still fails. */
    const listing =
      (provider: SamlProvider, kind: "verified" | "unverified") =>
      <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.tapError(body, (error) =>
          error instanceof AssertionRefused ? record(provider, kind, error) : Effect.void
        )

    return { listing } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Events.layer, Mutation.layer]))
}
