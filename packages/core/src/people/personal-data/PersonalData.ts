import { Schema, Stream } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"
import { PersonalDataSection } from "../../foundation/personal-data/PersonalDataSection.ts"
import type { PersonalRow } from "../../foundation/personal-data/PersonalRows.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import type { User } from "../user/User.ts"

const Item = Schema.Record(Schema.String, Schema.Json)
type Item = typeof Item.Type

/** The names and addresses of a user. */
export const Profile = Schema.Struct({
  id: UserId,
  displayName: Schema.String,
  photoURL: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  emailVerifiedAt: Schema.NullOr(Timestamp),
  /** The id from the host, for introductions without an issuer. */
  externalId: Schema.NullOr(Schema.String),
  createdAt: Timestamp,
  erasedAt: Schema.NullOr(Timestamp)
}).annotate({ identifier: "PersonalProfile" })
export type Profile = typeof Profile.Type

/** All data of a user in this installation, as one document (rule user-export). */
export const PersonalData = Schema.Struct({
  object: Schema.Literal("personal-data"),
  /** Version of this format. */
  version: Schema.Literal(1),
  exportedAt: Timestamp,
  profile: Profile,
  sections: Schema.Record(PersonalDataSection, Schema.Array(Item))
}).annotate({ identifier: "PersonalData" })
export type PersonalData = typeof PersonalData.Type

const stamp = (at: number | null | undefined) => (at === null || at === undefined ? null : toTimestamp(at))

const textOrNull = (text: string | null) => (text === "" ? null : text)

export const profileOf = (self: User): Profile => ({
  id: self.id,
  displayName: self.displayName,
  photoURL: self.photoURL ?? null,
  email: textOrNull(self.email),
  emailVerifiedAt: stamp(self.emailVerifiedAt),
  externalId: textOrNull(self.externalId),
  createdAt: toTimestamp(self.createdAt),
  erasedAt: stamp(self.erasedAt)
})

/** Assembles the document from the sections; empty sections are included. */
export const assemble = (
  profile: Profile,
  found: ReadonlyMap<PersonalDataSection, ReadonlyArray<Item>>,
  at: number
): PersonalData => {
  const itemsOf = (section: PersonalDataSection): ReadonlyArray<Item> => found.get(section) ?? []
  return {
    object: "personal-data",
    version: 1,
    exportedAt: toTimestamp(at),
    profile,
    sections: {
      identities: itemsOf("identities"),
      memberships: itemsOf("memberships"),
      teams: itemsOf("teams"),
      grants: itemsOf("grants"),
      tokens: itemsOf("tokens"),
      sessions: itemsOf("sessions"),
      signInLinks: itemsOf("signInLinks"),
      letters: itemsOf("letters"),
      inviteLinks: itemsOf("inviteLinks"),
      made: itemsOf("made"),
      changeRequests: itemsOf("changeRequests"),
      contributions: itemsOf("contributions"),
      comments: itemsOf("comments"),
      replies: itemsOf("replies"),
      reviews: itemsOf("reviews"),
      acts: itemsOf("acts")
    }
  }
}

const encodeProfile = Schema.encodeSync(Schema.fromJsonString(Profile))

interface Part {
  readonly section: PersonalDataSection
  readonly items: Stream.Stream<PersonalRow>
}

const separate = (index: number) => (index === 0 ? "" : ",\n")

const writeSection = ({ items, section }: Part, at: number): Stream.Stream<string> =>
  Stream.make(`${separate(at)}"${section}":[`).pipe(
    Stream.concat(
      Stream.map(Stream.zipWithIndex(items), ([item, index]) => `${separate(index)}${JSON.stringify(item)}`)
    ),
    Stream.concat(Stream.make("]"))
  )

/** `PersonalData` as JSON, piece by piece. */
export const writeText = (profile: Profile, parts: ReadonlyArray<Part>, at: number): Stream.Stream<string> => {
  const head = `{"object":"personal-data","version":1,"exportedAt":"${toTimestamp(at)}",\n"profile":${encodeProfile(profile)},\n"sections":{`
  return parts
    .reduce(
      (text, part, index) => Stream.concat(text, writeSection(part, index)),
      Stream.concat(Stream.make(head), Stream.empty)
    )
    .pipe(Stream.concat(Stream.make("}}\n")))
}
