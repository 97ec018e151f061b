import { assert, it } from "@effect/vitest"
import { Member, Outbox, Repository, User } from "@quire/core"
import { Sealed } from "@quire/core/internal"
import { Effect, Layer, Logger, Redacted } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import * as PgOutbox from "../../../src/postgres/PgOutbox.ts"
import * as PgRowStore from "../../../src/postgres/PgRowStore.ts"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import * as Postgres from "../../../src/postgres/Postgres.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const store = PgRowStore.layer.pipe(Layer.provideMerge(TestDatabase.layer()))

const before = Migrations.apply(migrations.filter(({ id }) => id < 7))
const after = Migrations.apply(migrations)

const insertUser = (id: string, email: string, createdAt: number) =>
  Effect.flatMap(PgSession, ({ query }) => {
    const doc = { id, displayName: `Name ${id}`, email, emailVerifiedAt: 5, externalId: null, createdAt }
    return query(
      `insert into quire.users values ($1, $2::text::jsonb, 1, 1, $3, 'system', $3, 'system', $4, '', $5, false)`,
      [id, JSON.stringify(doc), createdAt, email, User.wordsOf(doc)]
    )
  })

const insertMember = (user: string, words: string) =>
  Effect.flatMap(PgSession, ({ query }) => {
    const doc = { id: `o.${user}`, organization: "o", user, role: "read", disabled: false, joinedAt: 1 }
    const rest = { lastSeenAt: null, sso: false, teams: [], words }
    const row = query(
      `insert into quire.members ("id", "doc", "doc_version", "version", "created_at", "created_by", "updated_at",
        "updated_by", "organization", "user", "role", "disabled", "joinedAt", "teams", "words")
        values ($1, $2::text::jsonb, 1, 1, 1, 'system', 1, 'system', 'o', $3, 'read', false, 1, '{}', $4)`,
      [doc.id, JSON.stringify({ ...doc, ...rest }), user, words]
    )
    return Effect.andThen(row, query("insert into quire.members_counters (id) values ($1)", [doc.id]))
  })

const logged: Array<unknown> = []
const listening = Logger.layer([Logger.make(({ message }) => void logged.push(message))])

/** Addresses before and after; unchanged ones conflict with another user's. */
const people: ReadonlyArray<readonly [id: string, before: string, after: string]> = [
  ["a", "a@b\u00fccher.de", "a@xn--bcher-kva.de"],
  ["b", "b@b\u00fccher.de", "b@b\u00fccher.de"],
  ["c", "b@xn--bcher-kva.de", "b@xn--bcher-kva.de"],
  ["d", "d@bu\u0308cher.de", "d@xn--bcher-kva.de"],
  ["e", "d@b\u00fccher.de", "d@b\u00fccher.de"],
  ["f", "f@example.com", "f@example.com"],
  ["g", "g@b\u00fccher\u00ad.de", "g@b\u00fccher\u00ad.de"]
]

it.effect("normalizes the spelling of stored addresses, and keeps and reports conflicting users", () =>
  Effect.gen(function* () {
    const { script } = yield* PgSession
    yield* before
    yield* script("set session_replication_role = replica")
    for (const [at, [id, email]] of people.entries()) {
      yield* insertUser(id, email, at)
      yield* insertMember(id, User.wordsOf({ displayName: `Name ${id}`, email }))
    }
    logged.length = 0
    yield* Effect.provide(after, listening)
    const users = yield* Repository.make(User.collection)
    const members = yield* Repository.make(Member.collection)
    const found = yield* users.getMany(people.map(([id]) => id))
    const places = yield* members.getMany(people.map(([id]) => `o.${id}`))
    for (const [id, from, to] of people) {
      const { value, version } = found.get(id) ?? assert.fail(id)
      assert.deepStrictEqual([value.email, value.emailVerifiedAt, version], [to, 5, from === to ? 1 : 2], id)
      const byAddress = yield* users.getBy("email", { email: to })
      assert.isTrue(byAddress._tag === "Some" && byAddress.value.value.id === id, id)
      assert.strictEqual(places.get(`o.${id}`)?.value.words, User.wordsOf(value), id)
    }
    const words = { words: "xn--bcher-kva.de" }
    assert.strictEqual(
      yield* members.count("byId", { equals: { organization: "o" }, contains: words }),
      people.filter(([, , to]) => to.includes("xn--")).length
    )
    assert.strictEqual(logged.length, 1)
    assert.match(String(logged[0]), /keep an email address whose normalized form belongs to another user/)
  }).pipe(Effect.provide(store))
)

it.effect("finds the key that sealed a secret", () =>
  Effect.gen(function* () {
    const { query } = yield* PgSession
    yield* before
    const doc = { id: "m", kind: "invitation", sealed: "1.abcdefgh.x_-y", createdAt: 1, attempts: 0, dueAt: 1 }
    yield* query(`insert into quire.mails values ('m', $1::text::jsonb, 1, 1, 1, 'system', 1, 'system', 1)`, [
      JSON.stringify(doc)
    ])
    yield* after
    const [row] = yield* query(`select "sealedWith" from quire.mails`)
    assert.strictEqual(row?.["sealedWith"], Sealed.keyIdOf(Sealed.SealedText.make(doc.sealed)))
  }).pipe(Effect.provide(store))
)

const event = (id: string): Outbox.Event => ({
  id,
  type: "tests.write",
  at: 0,
  actor: "system",
  token: null,
  organization: null,
  space: null,
  subjects: []
})

it.live("starts under an ordinary role that may not read the server's identifier, and reads what it writes", () =>
  Effect.gen(function* () {
    const config = yield* TestDatabase.freshDatabase()
    const role = `${config.database}_role`
    yield* Effect.acquireRelease(TestDatabase.administer(`create role "${role}" login password 'secret'`), () =>
      TestDatabase.administer(`drop owned by "${role}" cascade`, config.database).pipe(
        Effect.andThen(TestDatabase.administer(`drop role "${role}"`))
      )
    )
    yield* TestDatabase.administer(
      `revoke execute on function pg_control_system() from public; grant create on database "${config.database}" to "${role}"`,
      config.database
    )
    const ordinary = { ...config, username: role, password: Redacted.make("secret") }
    const started = <A, E>(body: Effect.Effect<A, E, Outbox.Outbox>) =>
      Effect.provide(body, Postgres.layer(ordinary), { local: true })
    const write = (id: string) => Effect.flatMap(Outbox.Outbox, ({ append }) => append(event(id)))
    yield* started(write("a"))
    const read = yield* started(
      Effect.andThen(
        write("b"),
        Effect.flatMap(Outbox.Outbox, (outbox) => outbox.read("", 10))
      )
    )
    assert.deepStrictEqual(
      read.map((one) => one.event.id),
      ["a", "b"]
    )
  }).pipe(Effect.scoped)
)

it.effect("begins no epoch on a start on the same server", () =>
  Effect.gen(function* () {
    const { query } = yield* PgSession
    yield* after
    const epochs = query("select epoch from quire.outbox_epochs order by epoch")
    const first = yield* epochs
    yield* PgOutbox.recover
    assert.deepStrictEqual(yield* epochs, first)
  }).pipe(Effect.provide(store))
)
