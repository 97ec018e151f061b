import { Context, Effect, Layer, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { IntegrationId } from "../../foundation/id/Ids.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { limits, TooManyIntegrationSecrets } from "./IntegrationInput.ts"

/** Secrets of an integration, under its id: `Contents` as JSON, encrypted (rule integration-secrets). */
export const IntegrationSecret = Schema.Struct({ id: IntegrationId, sealed: Sealed.SealedText })
export type IntegrationSecret = typeof IntegrationSecret.Type

/** Encrypted contents: the signing key of requests to the integration, and its own secrets by name. */
export const Contents = Schema.Struct({ signing: Schema.String, secrets: Schema.Record(Schema.String, Schema.String) })
export type Contents = typeof Contents.Type

/** The sealing context of a row, by the id of the integration. */
export const sealingContext = (integration: string): string => `integration secrets ${integration}`

export const collection = Repository.collection({
  name: "integration_secrets",
  schema: IntegrationSecret,
  columns: { ...Sealed.columns },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [{ column: "id", to: "integrations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)

const Text = Schema.fromJsonString(Contents)
const decode = Schema.decodeSync(Text)
const encode = Schema.encodeSync(Text)

/** Changes of secrets by name; null or an empty text removes one. */
export type Changes = Readonly<Record<string, string | null>>

/** Applies changes by name; other secrets are kept (rule integration-secrets). */
export const merge = (
  secrets: Readonly<Record<string, string>>,
  changes: Changes
): Readonly<Record<string, string>> => {
  const merged = new Map(Object.entries(secrets))
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") merged.delete(name)
    else merged.set(name, value)
  }
  return Object.fromEntries(merged)
}

/** Secrets of integrations, which are never shown. */
export class IntegrationSecrets extends Context.Service<IntegrationSecrets>()("@quire/core/IntegrationSecrets", {
  make: Effect.gen(function* () {
    const sealing = yield* Sealing
    const { random } = yield* Secrets
    const rows = yield* Repository.make(collection)

    const begin = Effect.map(random(32), (bytes): Contents => ({ signing: Base64Url.encode(bytes), secrets: {} }))

    /** Stores changes of the secrets of an integration, whose row is locked or new. The signing key is created once. */
    const keep = Effect.fnUntraced(function* (id: IntegrationId, name: string, changes: Changes) {
      const seen = Option.getOrUndefined(yield* rows.get(id))
      const context = sealingContext(id)
      const known = seen === undefined ? yield* begin : decode(yield* sealing.open(context, seen.value.sealed))
      const secrets = merge(known.secrets, changes)
      if (Object.keys(secrets).length > limits.secrets) return yield* new TooManyIntegrationSecrets({ name })
      if (seen !== undefined && Object.keys(changes).length === 0) return
      const next = { id, sealed: yield* sealing.seal(context, encode({ ...known, secrets })) }
      yield* seen === undefined ? rows.insert(next) : rows.update(seen, next)
    })

    /** Secrets of an integration, for its script only. */
    const find = Effect.fnUntraced(function* (id: IntegrationId) {
      const row = Option.getOrUndefined(yield* rows.get(id))?.value
      return row === undefined ? yield* begin : decode(yield* sealing.open(sealingContext(id), row.sealed))
    })

    return { keep, find } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
