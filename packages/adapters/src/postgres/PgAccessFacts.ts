import { AccessFacts } from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import * as AccessSql from "./AccessSql.ts"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import type * as SqlText from "./SqlText.ts"

const Facts = Schema.Struct({
  organization: Schema.NullOr(Rows.StoredRow),
  placement: Schema.NullOr(Rows.StoredRow),
  member: Schema.NullOr(Rows.StoredRow),
  grants: Schema.Array(Rows.StoredRow),
  subject: Schema.NullOr(Rows.StoredRow)
})

const Credential = Schema.Struct({ token: Rows.StoredRow, user: Rows.StoredRow, ...Facts.fields })

const decodeFacts = Rows.makeDecoder(Facts)
const decodeCredential = Rows.makeDecoder(Credential)
const decodeRows = Rows.makeDecoder(Rows.StoredRow)
const decodeCount = Rows.makeDecoder(Rows.Count)

const factsOf = ({ organization, placement, member, grants, subject }: typeof Facts.Type): AccessFacts.FactRows => ({
  organization: Option.fromNullishOr(organization),
  placement: Option.fromNullishOr(placement),
  member: Option.fromNullishOr(member),
  grants,
  subject: Option.fromNullishOr(subject)
})

const credentialOf = (found: typeof Credential.Type): AccessFacts.CredentialRows => ({
  token: found.token,
  user: found.user,
  ...factsOf(found)
})

/** Organization, kind and id: the parameters of a target. */
const targetParameters = (target: AccessFacts.Target): ReadonlyArray<string | null> => {
  if (target._tag === "Nothing") return [null, null, null]
  return target._tag === "Organization" ? [target.id, null, null] : [null, target.kind, target.id]
}

/** The last entry of each placement, as the parameters of `setReaders`. */
const readerParameters = (entries: ReadonlyArray<AccessFacts.ReaderEntry>): ReadonlyArray<ReadonlyArray<string>> => {
  const latest = [...new Map(entries.map((entry) => [`${entry.kind}/${entry.placement}`, entry])).values()]
  const keys = latest.flatMap((entry) => entry.keys.map((key) => ({ ...entry, key })))
  return [
    keys.map(({ organization }) => organization),
    keys.map(({ kind }) => kind),
    keys.map(({ placement }) => placement),
    keys.map(({ key }) => key),
    latest.map(({ kind }) => kind),
    latest.map(({ placement }) => placement)
  ]
}

const make = ({ query, schema }: typeof PgSession.Service): typeof AccessFacts.AccessFacts.Service => {
  const sql = AccessSql.make(schema)
  const counted = Effect.fnUntraced(function* (operation: string, { params, text }: SqlText.Statement) {
    const rows = yield* decodeCount(operation, yield* query(text, params, "primary"))
    return (yield* Rows.requireOne(operation, rows)).count
  })
  return {
    of: (user, target) =>
      Effect.flatMap(query(sql.facts, [user, ...targetParameters(target)], "primary"), (rows) =>
        Effect.flatMap(decodeFacts("AccessFacts.of", rows), (found) =>
          Effect.map(Rows.requireOne("AccessFacts.of", found), factsOf)
        )
      ),
    ofCredential: (digest, target) =>
      Effect.flatMap(query(sql.credential, [digest, ...targetParameters(target)], "primary"), (rows) =>
        Effect.map(decodeCredential("AccessFacts.ofCredential", rows), ([found]) =>
          Option.map(Option.fromNullishOr(found), credentialOf)
        )
      ),
    grants: (user, teams, resources) =>
      Effect.flatMap(
        query(sql.grants, [[`user:${user}`, ...teams.map((team) => `team:${team}`)], resources], "primary"),
        (rows) => decodeRows("AccessFacts.grants", rows)
      ),
    setReaders: (entries) =>
      entries.length === 0 ? Effect.void : Effect.asVoid(query(sql.setReaders, readerParameters(entries))),
    readable: (organization, kind, keys, { after, direction = "asc", limit }) =>
      Effect.flatMap(query(sql.readable[direction], [organization, kind, keys, after, limit], "primary"), (rows) =>
        decodeRows("AccessFacts.readable", rows)
      ),
    countReadable: (organization, kind, keys, cap) =>
      counted("AccessFacts.countReadable", { text: sql.countReadable, params: [organization, kind, keys, cap] }),
    countInSpaces: (organization, rows, keys, cap) =>
      Effect.suspend(() => counted("AccessFacts.countInSpaces", sql.countInSpaces(organization, rows, keys, cap)))
  }
}

/** `AccessFacts` on the tables of the nouns involved, and on a table with one row per placement and reader. */
export const layer: Layer.Layer<AccessFacts.AccessFacts, never, PgSession> = Layer.effect(
  AccessFacts.AccessFacts,
  Effect.map(PgSession, make)
)
