import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type { WebhookId } from "../../foundation/id/WebhookId.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toSecretText } from "../../people/token/Checksum.ts"
import { Contents, collection, rotated, sealingContext, valid, type WebhookSecret } from "./WebhookSecret.ts"

const Text = Schema.fromJsonString(Contents)
const decode = Schema.decodeSync(Text)
const encode = Schema.encodeSync(Text)

/** Signing secrets of webhooks (rule webhook-secret). */
export class WebhookSecrets extends Context.Service<WebhookSecrets>()("@quire/core/WebhookSecrets", {
  make: Effect.gen(function* () {
    const { random } = yield* Secrets
    const sealing = yield* Sealing
    const rows = yield* Repository.make(collection)

    const open = (seen: Option.Option<Repository.VersionedValue<WebhookSecret>>): Effect.Effect<Contents> =>
      Option.isNone(seen)
        ? Effect.succeed([])
        : Effect.map(sealing.open(sealingContext(seen.value.value.id), seen.value.value.sealed), decode)

    /** Creates and returns a secret of 256 random bits; the previous one signs until a time. */
    const renew = Effect.fnUntraced(function* (id: WebhookId, until: number) {
      const seen = yield* rows.get(id)
      const secret = toSecretText(yield* random(32))
      const contents = rotated(yield* open(seen), secret, until)
      const next = { id, sealed: yield* sealing.seal(sealingContext(id), encode(contents)) }
      yield* Option.isNone(seen) ? rows.insert(next) : rows.update(seen.value, next)
      return secret
    })

    /** The secrets that are currently valid, newest first. */
    const find = Effect.fnUntraced(function* (id: WebhookId) {
      const contents = yield* open(yield* rows.get(id))
      return valid(contents, yield* Clock.currentTimeMillis)
    })

    return { renew, find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
