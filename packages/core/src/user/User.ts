import { Schema, SchemaTransformation } from "effect"
import { Instant } from "../Instant.ts"
import * as Repository from "../store/Repository.ts"
import { fold, singleLine } from "../text/Text.ts"
import { UserId } from "./UserId.ts"

export const limits = { displayNameLength: 64, emailLength: 254, photoUrlLength: 2048 } as const

export const DisplayName = singleLine(1, limits.displayNameLength)

/** An address, lower-cased; its form is checked no further than mail delivery needs. */
export const Email = singleLine(3, limits.emailLength).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: (text) => text.toLowerCase(), encode: (text) => text })
  ),
  Schema.check(
    Schema.isPattern(/^[^\s@()<>[\]\\,;:"]+@[^\s@()<>[\]\\,;:"]+$/, { message: "must be an e-mail address" })
  )
)

/** What an address is on: all of it that a log may say. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1)

const fields = {
  id: UserId,
  displayName: Schema.String,
  photoURL: Schema.optionalKey(Schema.String)
}

/** A person, as stored (decisions U1). */
export const User = Schema.Struct({
  ...fields,
  email: Schema.String,
  emailVerifiedAt: Schema.NullOr(Instant),
  externalId: Schema.NullOr(Schema.String),
  createdAt: Instant
})
export type User = typeof User.Type

/** A user on the wire (api.md 2.1); `email` is absent for callers who may not see it. */
export const UserView = Schema.Struct({
  object: Schema.Literal("user"),
  ...fields,
  email: Schema.optionalKey(Schema.String),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "User" })
export type UserView = typeof UserView.Type

export const collection = Repository.collection({
  name: "users",
  schema: User,
  columns: {
    email: { kind: "text", of: (self) => self.email },
    externalId: { kind: "text", of: (self) => self.externalId ?? "" },
    words: { kind: "words", of: (self) => fold(`${self.displayName} ${self.email}`) }
  },
  indexes: { byEmail: { on: ["email"] } },
  unique: { email: { on: ["email"] } },
  references: [],
  counters: [],
  rank: 2
})
