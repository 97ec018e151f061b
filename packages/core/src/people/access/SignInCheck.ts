import { Context, Effect, Layer, Option } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import type { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isUsable, collection as providerCollection } from "../identity-provider/SamlProvider.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"

/**
 * Whether a single sign-on is still valid, whatever credential was created from it: it ends with the provider and with
 * the membership (rules sso-ends and session-life).
 */
export class SignInCheck extends Context.Service<SignInCheck>()("@quire/core/SignInCheck", {
  make: Effect.gen(function* () {
    const providers = yield* Repository.make(providerCollection)
    const members = yield* Repository.make(memberCollection)

    const holds = Effect.fnUntraced(function* (user: UserId, { organization, provider }: SignedInFor) {
      const vouching = Option.getOrUndefined(yield* providers.get(provider))?.value
      if (vouching === undefined || vouching.organization !== organization || !isUsable(vouching)) return false
      const member = Option.getOrUndefined(yield* members.get(rowId(organization, user)))?.value
      return member !== undefined && !member.disabled && member.sso
    })

    return { holds } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
