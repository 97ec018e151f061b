import { Schema } from "effect"
import { WebhookId } from "../../foundation/id/WebhookId.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

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
