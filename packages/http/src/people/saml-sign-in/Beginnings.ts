import { type SamlProviderId, SamlSignIn } from "@quire/core"
import { Effect, Option } from "effect"
import * as Exchange from "../../foundation/exchange/Exchange.ts"
import * as RateLimit from "../../foundation/exchange/RateLimit.ts"

/**
 * Counts a sign-in started by a browser as a change, by address and by provider (rule sso-begun). An unknown provider
 * has no budget, so that invented names do not evict others.
 */
export const make = Effect.gen(function* () {
  const limits = yield* RateLimit.RateLimit
  const signIn = yield* SamlSignIn.SamlSignIn
  const charge = Effect.fnUntraced(function* (id: SamlProviderId) {
    const exchange = Option.getOrUndefined(yield* Exchange.current)
    yield* RateLimit.charge(limits, RateLimit.newcomerKey(exchange?.address ?? ""), { isMutating: true })
    if (!(yield* signIn.isOpen(id))) return
    yield* RateLimit.charge(limits, RateLimit.providerKey(id), { isMutating: true, isShared: true })
  })
  return (id: SamlProviderId) => (limits.isOn ? charge(id) : Effect.void)
})
