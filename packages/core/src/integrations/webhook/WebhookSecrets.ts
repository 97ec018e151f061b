import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { WebhookId } from "../../foundation/id/Ids.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { toSecretText } from "../../people/token/Checksum.ts"

/** Signing secrets of a webhook, under its id: `Contents` as JSON, encrypted (rule webhook-secret). */
export const WebhookSecret = Schema.Struct({ id: WebhookId, sealed: Sealed.SealedText })
export type WebhookSecret = typeof WebhookSecret.Type

/** The secrets, newest first. Each signs until it expires; the newest does not expire. */
export const Contents = Schema.Array(Schema.Struct({ secret: Schema.String, until: Schema.NullOr(Instant) }))
export type Contents = typeof Contents.Type

/** Adds a new secret. The previous one signs until a time, and older ones no longer sign (rule webhook-rotation). */
export const rotated = ([newest]: Contents, secret: string, until: number): Contents => [
  { secret, until: null },
  ...(newest === undefined ? [] : [{ ...newest, until }])
]

/** The secrets that are valid at a time, newest first. */
export const valid = (self: Contents, now: number): ReadonlyArray<string> =>
  self.filter(({ until }) => until === null || now < until).map(({ secret }) => secret)

/** The sealing context of a row, by the id of the webhook. */
export const sealingContext = (webhook: string): string => `webhook secrets ${webhook}`

export const collection = Repository.collection({
  name: "webhook_secrets",
  schema: WebhookSecret,
  columns: { ...Sealed.columns },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [{ column: "id", to: "webhooks", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)

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
