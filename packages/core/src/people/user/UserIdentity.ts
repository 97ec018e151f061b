import { Schema } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import { digest } from "../../foundation/secret/Sha256.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"

/** An external identity of a user: an identity provider, or a sign-in service of the host, and its id for the user. */
export interface Pair {
  /** `""` is the host itself, whose ids are stored with their users. */
  readonly issuer: string
  readonly externalId: string
}

/** The pair of a user whom the host introduces with an issuer, as stored; at most one per user (rule user-identity). */
export const UserIdentity = Schema.Struct({
  id: Schema.String,
  user: UserId,
  issuer: Schema.String,
  externalId: Schema.String,
  createdAt: Instant
})
export type UserIdentity = typeof UserIdentity.Type

/** The id of the row of a pair, which makes pairs unique. */
export const rowId = ({ externalId, issuer }: Pair): string => digest(JSON.stringify([issuer, externalId]))

export const isSame = (one: Pair, other: Pair): boolean =>
  one.issuer === other.issuer && one.externalId === other.externalId

export const collection = Repository.collection({
  name: "user_identities",
  schema: UserIdentity,
  columns: { user: { kind: "text", of: (self) => self.user } },
  indexes: { ofUser: { on: ["user"] } },
  unique: { user: { on: ["user"] } },
  references: [{ column: "user", to: "users", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "identities",
  collection,
  "ofUser",
  ({ user }) => ({ equals: { user } }),
  ({ createdAt, externalId, issuer }) => ({ issuer, externalId, createdAt: toTimestamp(createdAt) })
)
