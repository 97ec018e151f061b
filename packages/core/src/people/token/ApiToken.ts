import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Moment } from "../../foundation/time/Moment.ts"

export const limits = { labelLength: 50, bootstrapLength: 32, livePerUser: 100 } as const

export const TokenId = Id.make("TokenId", "Identifier of an API token.")
export type TokenId = typeof TokenId.Type

export const Label = singleLine(0, limits.labelLength)

/** A personal API token as stored: only its SHA-256, never the token. It has all permissions of its user. */
export const ApiToken = Schema.Struct({
  id: TokenId,
  user: UserId,
  label: Schema.String,
  digest: Schema.String,
  createdAt: Instant,
  expiresAt: Schema.NullOr(Instant),
  /** With a precision of one minute. */
  lastUsedAt: Schema.NullOr(Instant),
  revokedAt: Schema.NullOr(Instant),
  /**
   * The identity provider that authenticated the user; the token gives access to the organization of that provider only
   * (rule sso-reach).
   */
  sso: Schema.optionalKey(SignedInFor)
})
export type ApiToken = typeof ApiToken.Type

export const collection = Repository.collection({
  name: "api_tokens",
  schema: ApiToken,
  columns: {
    user: { kind: "text", of: (self) => self.user },
    digest: { kind: "text", of: (self) => self.digest },
    revoked: { kind: "boolean", of: (self) => self.revokedAt !== null },
    /** Tokens that do not expire sort last. */
    expiresAt: { kind: "instant", of: (self) => self.expiresAt ?? Number.MAX_SAFE_INTEGER }
  },
  indexes: {
    ofUser: { on: ["user"] },
    kept: { on: ["user", "revoked"] },
    live: { on: ["user", "revoked"], order: ["expiresAt"] }
  },
  unique: { digest: { on: ["digest"] } },
  references: [{ column: "user", to: "users", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** Whether the token is valid at an instant: not revoked and not expired. */
export const isLive = (self: ApiToken, now: Instant): boolean =>
  self.revokedAt === null && (self.expiresAt === null || now < self.expiresAt)

export const personalRows = PersonalRows.source(
  "tokens",
  collection,
  "ofUser",
  ({ user }) => ({ equals: { user } }),
  ({ createdAt, expiresAt, id, label, lastUsedAt, revokedAt, sso }) => ({
    id,
    label,
    organization: sso?.organization ?? null,
    createdAt: toTimestamp(createdAt),
    expiresAt: expiresAt === null ? null : toTimestamp(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
    revokedAt: revokedAt === null ? null : toTimestamp(revokedAt)
  })
)

const fields = describeFields(
  {
    object: Schema.Literal("api-token"),
    id: TokenId,
    label: Schema.String,
    createdAt: Timestamp,
    expiresAt: Schema.optionalKey(Timestamp),
    /** With a precision of one minute. */
    lastUsedAt: Schema.optionalKey(Timestamp),
    urls: Schema.Struct(describeFields({ location: Schema.String }, { location: "Address of the object in the API." }))
  },
  {
    label: "Note about the purpose of the token.",
    expiresAt: "Time at which the token expires; never when absent.",
    lastUsedAt: "Time of the last request with the token.",
    id: "Identifier, which never changes.",
    createdAt: "Time of creation, in UTC with milliseconds.",
    urls: "Addresses that belong to the object."
  }
)

/** A personal token in the API, without the token itself. */
export const ApiTokenView = Schema.Struct(fields).annotate({ identifier: "ApiToken" })
export type ApiTokenView = typeof ApiTokenView.Type

/** A new personal token with the token itself, which is shown only once. */
export const ApiTokenMade = Schema.Struct(
  describeFields({ ...fields, token: Schema.String }, { token: "Bearer token, shown only once." })
).annotate({
  identifier: "ApiTokenMade"
})
export type ApiTokenMade = typeof ApiTokenMade.Type

export const ApiTokenCreate = closed(
  "ApiTokenCreate",
  { label: optional(Label), expiresAt: optional(Moment) },
  { label: "Note about the purpose of the token.", expiresAt: "Time at which the token expires; never when absent." }
)
export type ApiTokenCreate = typeof ApiTokenCreate.Type

/** The same as passed by hosts, with the expiry as an instant. */
export const ApiTokenInput = closed("ApiTokenInput", { label: optional(Label), expiresAt: optional(Instant) })
export type ApiTokenInput = typeof ApiTokenInput.Type

export const view = (self: ApiToken, { base }: { readonly base: string }): ApiTokenView => ({
  object: "api-token",
  id: self.id,
  label: self.label,
  createdAt: toTimestamp(self.createdAt),
  ...(self.expiresAt === null ? {} : { expiresAt: toTimestamp(self.expiresAt) }),
  ...(self.lastUsedAt === null ? {} : { lastUsedAt: toTimestamp(self.lastUsedAt) }),
  urls: { location: `${base}/v1/user/tokens/${self.id}` }
})
