import { Context, Effect, Layer, Option, Schema } from "effect"
import { InstallationId } from "../../foundation/id/Ids.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toSecretText } from "../../people/token/Checksum.ts"

/** Signing secret of requests to an installation, under its id; never shown (rule installation-secret). */
export const InstallationSecret = Schema.Struct({ id: InstallationId, sealed: Sealed.SealedText })
export type InstallationSecret = typeof InstallationSecret.Type

/** The sealing context of a secret, by the id of the installation. */
export const sealingContext = (installation: string): string => `installation secret ${installation}`

export const collection = Repository.collection({
  name: "installation_secrets",
  schema: InstallationSecret,
  columns: { ...Sealed.columns },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [{ column: "id", to: "integration_installations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)

/** Signing secrets of requests to installations (rule installation-secret). */
export class InstallationSecrets extends Context.Service<InstallationSecrets>()("@quire/core/InstallationSecrets", {
  make: Effect.gen(function* () {
    const secrets = yield* Secrets
    const sealing = yield* Sealing
    const rows = yield* Repository.make(collection)

    /** Creates the secret of a new installation: 256 random bits. */
    const insert = Effect.fnUntraced(function* (id: InstallationId) {
      const sealed = yield* sealing.seal(sealingContext(id), toSecretText(yield* secrets.random(32)))
      yield* rows.insert({ id, sealed })
    })

    /** The secret of an installation, if it exists. */
    const find = Effect.fnUntraced(function* (id: InstallationId) {
      const row = Option.getOrUndefined(yield* rows.get(id))?.value
      return row === undefined ? undefined : yield* sealing.open(sealingContext(id), row.sealed)
    })

    return { insert, find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
