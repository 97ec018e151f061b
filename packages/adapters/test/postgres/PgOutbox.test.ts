import { assert, it } from "@effect/vitest"
import { Outbox, RowStore } from "@quire/core"
import { OutboxContract } from "@quire/testing"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import * as PgOutbox from "../../src/postgres/PgOutbox.ts"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

OutboxContract.suite("postgres", StoreTemplate.layer())

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

/** The tables as restored from the dump of another server, whose transaction ids were higher by the given number. */
const moved = (by: number) => `
  update quire.outbox_events set xid = (xid::text::bigint + ${by})::text::xid8;
  update quire.outbox_epochs set name = name`

const carriedOn = (by: number) =>
  Effect.gen(function* () {
    const { query, script } = yield* PgSession
    const outbox = yield* Outbox.Outbox
    const { atomic } = yield* RowStore.RowStore
    const append = (...ids: ReadonlyArray<string>) => Effect.forEach(ids, (id) => atomic(outbox.append(event(id))))
    const read = (after: string) =>
      Effect.map(outbox.read(after, 100), (read) => ({
        ids: read.map((one) => one.event.id),
        offsets: read.map(({ offset }) => offset)
      }))
    yield* append("a", "b", "c")
    yield* script(moved(by))
    yield* PgOutbox.recover
    const [first = "", , third = ""] = (yield* read("")).offsets
    yield* script("delete from quire.outbox_events where event->>'id' = 'c'")
    yield* append("d", "e")
    assert.deepStrictEqual((yield* read(first)).ids, ["b", "d", "e"])
    assert.deepStrictEqual((yield* read(third)).ids, ["d", "e"])
    const all = yield* read("")
    assert.deepStrictEqual(all.ids, ["a", "b", "d", "e"])
    assert.deepStrictEqual((yield* read(all.offsets[2] ?? "")).ids, ["e"])
    yield* PgOutbox.recover
    yield* append("f")
    assert.deepStrictEqual((yield* read(all.offsets[3] ?? "")).ids, ["f"])
    assert.lengthOf(yield* query("select from quire.outbox_epochs"), 2)
  })

it.effect.each([1_000_000, -5, 0])(
  "skips and repeats nothing after a dump came from a server whose transactions are %d ahead",
  (by) => Effect.provide(carriedOn(by), StoreTemplate.layer())
)

it.effect("orders the events of a space by when they were done, not when they were begun (rule event-order)", () =>
  Effect.gen(function* () {
    const { query } = yield* PgSession
    const outbox = yield* Outbox.Outbox
    const { atomic } = yield* RowStore.RowStore
    const append = (id: string, space: string) => outbox.append({ ...event(id), space })
    const begun = yield* Deferred.make<void>()
    const go = yield* Deferred.make<void>()
    const slow = yield* Effect.forkChild(
      atomic(
        Effect.gen(function* () {
          yield* query("select pg_current_xact_id()")
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(go)
          yield* append("late", "s")
          yield* append("elsewhere", "t")
        })
      )
    )
    yield* Deferred.await(begun)
    yield* atomic(append("early", "s"))
    yield* atomic(append("early-2", "s"))
    yield* Deferred.succeed(go, undefined)
    yield* Fiber.join(slow)
    yield* atomic(append("last", "s"))
    const read = (yield* outbox.read("", 10)).map((one) => one.event.id)
    assert.deepStrictEqual(read, ["elsewhere", "early", "early-2", "late", "last"])
  }).pipe(Effect.provide(StoreTemplate.layer()))
)

/** As `moved`, where the row of the epoch was restored by a transaction of the same number as the one that wrote it. */
const coincident = (by: number) => `
  update quire.outbox_events set xid = (xid::text::bigint + ${by})::text::xid8;
  update quire.outbox_epochs set written_by = pg_current_xact_id()::xid::text
    where epoch = (select max(epoch) from quire.outbox_epochs)`

it.effect.each([1_000_000, 0, -5])(
  "misses nothing when another server, whose transactions are %d ahead, wrote the epoch at the same transaction (rule events-restored)",
  (by) =>
    Effect.gen(function* () {
      const { script } = yield* PgSession
      const outbox = yield* Outbox.Outbox
      const { atomic } = yield* RowStore.RowStore
      const append = (id: string) => atomic(outbox.append(event(id)))
      for (const id of ["a", "b", "c"]) yield* append(id)
      yield* script(`begin; ${coincident(by)}; commit`)
      yield* PgOutbox.recover
      const [, second] = yield* outbox.read("", 10)
      const { offset = "" } = second ?? {}
      for (const id of ["d", "e"]) yield* append(id)
      const after = (yield* outbox.read(offset, 10)).map((one) => one.event.id)
      assert.deepStrictEqual(after, ["c", "d", "e"])
    }).pipe(Effect.provide(StoreTemplate.layer()))
)

it.effect("begins one epoch when two servers start at once on a restored database", () =>
  Effect.gen(function* () {
    const { query, script } = yield* PgSession
    yield* script(moved(1))
    yield* Effect.all([PgOutbox.recover, PgOutbox.recover], { concurrency: 2 })
    assert.lengthOf(yield* query("select from quire.outbox_epochs"), 2)
  }).pipe(Effect.provide(StoreTemplate.layer()))
)

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
    const epochs = query("select epoch from quire.outbox_epochs order by epoch")
    const first = yield* epochs
    yield* PgOutbox.recover
    assert.deepStrictEqual(yield* epochs, first)
  }).pipe(Effect.provide(StoreTemplate.layer()))
)
