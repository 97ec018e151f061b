import { Context, Effect, Layer, Option } from "effect"
import type { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, sealingContext } from "./ClientSecret.ts"

/** The client secrets that OpenID providers issued to this server (rule oidc-secret). */
export class ClientSecrets extends Context.Service<ClientSecrets>()("@quire/core/ClientSecrets", {
  make: Effect.gen(function* () {
    const sealing = yield* Sealing
    const rows = yield* Repository.make(collection)

    /** The secret of a provider, if it has one. */
    const find = Effect.fnUntraced(function* (provider: SamlProviderId) {
      const row = Option.getOrUndefined(yield* rows.get(provider))?.value
      return row === undefined ? undefined : yield* sealing.open(sealingContext(provider), row.sealed)
    })

    /** Stores a secret in place of the previous one; an empty string removes it. Returns whether anything changed. */
    const keep = Effect.fnUntraced(function* (provider: SamlProviderId, secret: string) {
      const seen = Option.getOrUndefined(yield* rows.get(provider))
      if (secret === "") return seen !== undefined && (yield* rows.remove([provider])) > 0
      const known = seen === undefined ? undefined : yield* sealing.open(sealingContext(provider), seen.value.sealed)
      if (known === secret) return false
      const sealed = yield* sealing.seal(sealingContext(provider), secret)
      const next = { id: provider, sealed }
      yield* seen === undefined ? rows.insert(next) : rows.update(seen, next)
      return true
    })

    return { find, keep } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
