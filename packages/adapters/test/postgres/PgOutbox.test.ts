import { assert, it } from "@effect/vitest"
import { Outbox, RowStore } from "@quire/core"
import { OutboxContract } from "@quire/core/testing"
import { Effect } from "effect"
import * as PgOutbox from "../../src/postgres/PgOutbox.ts"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

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
    assert.lengthOf(yield* query("select from quire.outbox_epochs"), 4)
  })

it.effect.each([1_000_000, -5, 0])(
  "skips and repeats nothing after a dump came from a server whose transactions are %d ahead",
  (by) => Effect.provide(carriedOn(by), StoreTemplate.layer())
)

it.effect("two servers that start at once on a restored database begin one epoch", () =>
  Effect.gen(function* () {
    const { query, script } = yield* PgSession
    yield* script(moved(1))
    yield* Effect.all([PgOutbox.recover, PgOutbox.recover], { concurrency: 2 })
    assert.lengthOf(yield* query("select from quire.outbox_epochs"), 4)
  }).pipe(Effect.provide(StoreTemplate.layer()))
)
