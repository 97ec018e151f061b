import { EmailAddress, User } from "@quire/core"
import { Effect, Schema } from "effect"
import { PgSession } from "../PgSession.ts"

const Person = Schema.Struct({ id: Schema.String, email: Schema.String, displayName: Schema.String })
const decodePeople = Schema.decodeUnknownEffect(Schema.Array(Person))
const decodeEmails = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ email: Schema.String })))

/** Rows per statement. */
const batch = 1_000

const writeInBatches = <A>(rows: ReadonlyArray<A>, write: (some: ReadonlyArray<A>) => Effect.Effect<unknown>) =>
  Effect.forEach(
    Array.from({ length: Math.ceil(rows.length / batch) }, (_, at) => rows.slice(at * batch, (at + 1) * batch)),
    write,
    { discard: true }
  )

/**
 * Separates users whose email address can be normalized from those who keep theirs because another user has the
 * normalized form. Among several candidates, the earliest user gets it.
 */
const separate = Effect.fnUntraced(function* (people: ReadonlyArray<typeof Person.Type>) {
  const { query } = yield* PgSession
  const moved = people
    .map((person) => ({ ...person, next: EmailAddress.normalize(person.email) }))
    .filter(({ email, next }) => next !== email)
  const holders = yield* query(`select "email" from "users" where "email" = any($1::text[])`, [
    moved.map(({ next }) => next)
  ])
  const held = new Set((yield* decodeEmails(holders)).map(({ email }) => email))
  const clashing: Array<string> = []
  const renamed = moved.flatMap(({ displayName, id, next: email }) => {
    if (held.has(email)) {
      clashing.push(id)
      return []
    }
    held.add(email)
    return [{ id, email, words: User.wordsOf({ displayName, email }) }]
  })
  return { renamed, clashing }
})

/** Normalizes stored addresses, and the words that people are found by. No two people are merged. */
export const rewrite: Effect.Effect<void, never, PgSession> = Effect.gen(function* () {
  const { execute, query } = yield* PgSession
  const rows = yield* query(`select "id", "email", "doc"->>'displayName' as "displayName" from "users"
    where "email" ~ '[^ -~]' or "email" like '%xn--%' order by "created_at", "id"`)
  const { clashing, renamed } = yield* separate(yield* decodePeople(rows))
  const written = `from jsonb_to_recordset($1::text::jsonb) as named(id text, email text, words text)`
  yield* writeInBatches(renamed, (some) => {
    const named = [JSON.stringify(some)]
    return Effect.andThen(
      execute(
        `update "users" u set "doc" = jsonb_set(u."doc", '{email}', to_jsonb(named.email)), "version" = u."version" + 1,
          "email" = named.email, "words" = named.words ${written} where u."id" = named.id`,
        named
      ),
      execute(
        `update "members" m set "doc" = jsonb_set(m."doc", '{words}', to_jsonb(named.words)),
          "version" = m."version" + 1, "words" = named.words ${written} where m."user" = named.id`,
        named
      )
    )
  })
  if (clashing.length === 0) return
  yield* Effect.logWarning("users keep an email address whose normalized form belongs to another user").pipe(
    Effect.annotateLogs({ users: clashing.join(" ") })
  )
}).pipe(Effect.orDie)
