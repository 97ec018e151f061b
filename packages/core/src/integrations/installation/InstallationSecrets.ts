import { Context, Effect, Layer, Option } from "effect"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toSecretText } from "../../people/token/Checksum.ts"
import { collection, sealingContext } from "./InstallationSecret.ts"

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
