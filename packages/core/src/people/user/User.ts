import { Schema, SchemaTransformation } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import { digest } from "../../foundation/secret/Sha256.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, multiLine, singleLine } from "../../foundation/text/Text.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import * as EmailAddress from "./EmailAddress.ts"

export const limits = {
  displayNameLength: 64,
  emailLength: EmailAddress.limits.length,
  photoUrlLength: 2048,
  externalIdLength: 255
} as const

/** The address of the first administrator, the only one without a domain name. */
export const administrator = "admin@localhost"

export const DisplayName = singleLine(1, limits.displayNameLength)

/** An address in its canonical spelling: lower case, an international domain in ASCII. */
export const Email = singleLine(3, limits.emailLength, { format: "email" }).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: EmailAddress.normalize, encode: (text) => text })
  ),
  Schema.check(
    Schema.makeFilter((text) => text === administrator || EmailAddress.is(text) || "must be an e-mail address", {
      toJsonSchema: () => ({})
    })
  )
)

/** A host's id for a user: stored unchanged and compared character by character. */
export const ExternalId = multiLine(1, limits.externalIdLength)

/** The display name of erased users. */
export const erasedName = "Erased user"

/** The domain of an address, the only part of it that may be logged. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1)

const fields = describeFields(
  {
    id: UserId,
    displayName: Schema.String,
    photoURL: Schema.optionalKey(Schema.String)
  },
  {
    displayName: "Display name, 1 to 64 characters.",
    photoURL: "Address of the photo; null removes it.",
    id: "Identifier, which never changes."
  }
)

/** A user, as stored (rule user-made); of an erased user only the id remains (rule user-erase). */
export const User = Schema.Struct({
  ...fields,
  /** `""` for an erased user. */
  email: Schema.String,
  emailVerifiedAt: Schema.NullOr(Instant),
  /**
   * Null until a host binds one; `""` after its id was assigned to another user, and then no introduction binds one
   * again.
   */
  externalId: Schema.NullOr(Schema.String),
  /** A host introduced the user by an address only, and the address was never verified (rule address-binds). */
  isByAddress: Schema.optionalKey(Schema.Literal(true)),
  createdAt: Instant,
  erasedAt: Schema.optionalKey(Instant)
})
export type User = typeof User.Type

export const isErased = ({ erasedAt }: User): boolean => erasedAt !== undefined

/** What remains of an erased user (rule user-erase). No introduction binds an external id to it. */
export const erase = ({ createdAt, id }: User, now: Instant): User => ({
  id,
  displayName: erasedName,
  email: "",
  emailVerifiedAt: null,
  externalId: "",
  createdAt,
  erasedAt: now
})

/** The address as a unique key; an erased user has a key of another form. */
const addressKey = ({ email, id }: User): string => (email === "" ? `erased ${id}` : email)

/** The text that user searches match: folded display name and address. */
export const wordsOf = ({ displayName, email }: Pick<User, "displayName" | "email">): string =>
  fold(`${displayName} ${email}`)

/** A user in the API; `email` is absent for callers who may not see it (rule user-email-shown). */
export const UserView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("user"),
      ...fields,
      email: Schema.optionalKey(Schema.String),
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    { email: "Email address; absent if the caller may not see it.", urls: "Addresses that belong to the object." }
  )
).annotate({ identifier: "User" })
export type UserView = typeof UserView.Type

export const collection = Repository.collection({
  name: "users",
  schema: User,
  columns: {
    email: { kind: "text", of: addressKey },
    externalId: { kind: "text", of: (self) => self.externalId ?? "" },
    hasExternalId: { kind: "boolean", of: (self) => (self.externalId ?? "") !== "" },
    words: { kind: "words", of: wordsOf }
  },
  indexes: { all: { on: [] }, byEmail: { on: ["email"] } },
  unique: { email: { on: ["email"] }, externalId: { on: ["externalId"], where: { hasExternalId: true } } },
  references: [],
  counters: [],
  rank: 2
})

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

export const userIdentityCollection = Repository.collection({
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
  userIdentityCollection,
  "ofUser",
  ({ user }) => ({ equals: { user } }),
  ({ createdAt, externalId, issuer }) => ({ issuer, externalId, createdAt: toTimestamp(createdAt) })
)
