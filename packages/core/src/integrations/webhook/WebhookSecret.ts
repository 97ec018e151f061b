import { Schema } from "effect"
import { WebhookId } from "../../foundation/id/WebhookId.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** What a webhook is signed with, under its id: `Contents` as JSON, sealed (rule webhook-secret). */
export const WebhookSecret = Schema.Struct({ id: WebhookId, sealed: Sealed.SealedText })
export type WebhookSecret = typeof WebhookSecret.Type

/** The secrets, the newest first; each signs until its moment, and the newest for good. */
export const Contents = Schema.Array(Schema.Struct({ secret: Schema.String, until: Schema.NullOr(Instant) }))
export type Contents = typeof Contents.Type

/** With a new secret; the one before signs until a moment, and none before that does (rule webhook-rotation). */
export const rotated = ([newest]: Contents, secret: string, until: number): Contents => [
  { secret, until: null },
  ...(newest === undefined ? [] : [{ ...newest, until }])
]

/** Those that sign at a moment, the newest first. */
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
