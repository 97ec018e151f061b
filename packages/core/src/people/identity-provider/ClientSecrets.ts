import { Context, Effect, Layer, Option, Schema } from "effect"
import { SamlProviderId } from "../../foundation/id/Ids.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/** The client secret for an OpenID provider, under the id of the provider. */
export const ClientSecret = Schema.Struct({ id: SamlProviderId, sealed: Sealed.SealedText })
export type ClientSecret = typeof ClientSecret.Type

/** The encryption context of a secret, by the id of the provider. */
export const sealingContext = (provider: string): string => `client secret ${provider}`

export const collection = Repository.collection({
  name: "oidc_client_secrets",
  schema: ClientSecret,
  columns: { ...Sealed.columns },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [{ column: "id", to: "saml_providers", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)

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
