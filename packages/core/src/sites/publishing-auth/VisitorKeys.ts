import { Context, Effect, Layer } from "effect"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toSecretText } from "../../people/token/Checksum.ts"
import { collection, ofNewSite, type PublishingAuth, sealingContext } from "./PublishingAuth.ts"

/** Creates the keys that sign visitor tokens. */
export class VisitorKeys extends Context.Service<VisitorKeys>()("@quire/core/VisitorKeys", {
  make: Effect.gen(function* () {
    const sealing = yield* Sealing
    const secrets = yield* Secrets
    const rows = yield* Repository.make(collection)

    /** A new key for a site, sealed. */
    const draw = Effect.fnUntraced(function* (site: string) {
      return yield* sealing.seal(sealingContext(site), toSecretText(yield* secrets.random(32)))
    })

    /** Stores the first key of a new site, in the transaction that creates the site (rule visitor-key). */
    const insert = Effect.fnUntraced(function* ({ id, organization }: Pick<PublishingAuth, "id" | "organization">) {
      yield* rows.insert(ofNewSite({ id, organization }, yield* draw(id)))
    })

    const open = (self: PublishingAuth) => sealing.open(sealingContext(self.id), self.sealed)

    return { draw, insert, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
