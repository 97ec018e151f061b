import { Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Moment } from "../../foundation/time/Moment.ts"
import { type ApiToken, Label, TokenId } from "./ApiToken.ts"

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
