import { assert, it } from "@effect/vitest"
import { AuditChain, Outbox, Repository } from "@quire/core"
import { AuditEntry, FormerEventTypes } from "@quire/core/internal"
import { Effect, Layer } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import * as PgOutbox from "../../../src/postgres/PgOutbox.ts"
import * as PgRowStore from "../../../src/postgres/PgRowStore.ts"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const store = Layer.merge(PgRowStore.layer, PgOutbox.layer).pipe(Layer.provideMerge(TestDatabase.layer()))

const { formerTypes, toCurrentType } = FormerEventTypes
const words = [...formerTypes.keys(), "spaces.create", "moons.rise"]

const events = words.map(
  (type, at): Outbox.Event => ({
    id: `e${at}`,
    type,
    at: 1000 + at,
    actor: "ada",
    token: null,
    organization: "o",
    space: null,
    subjects: ["s"],
    before: { at }
  })
)

/** The entries as sealed by a version that used the former types. */
const entries: Array<AuditEntry.AuditEntry> = []
for (const event of events) {
  const { hash, sequence } = entries.at(-1) ?? AuditChain.emptyChain("o")
  entries.push(AuditChain.sealEvent({ ...AuditChain.emptyChain("o"), hash, sequence }, event))
}

it.effect("finds entries by current types, with unchanged contents (rules event-types and audit-chain)", () =>
  Effect.gen(function* () {
    const { query, schema } = yield* PgSession
    yield* Migrations.apply(migrations.filter(({ id }) => id < 8))
    for (const [at, entry] of entries.entries()) {
      yield* query(`insert into "${schema}".outbox_events (event) values ($1::json)`, [JSON.stringify(events[at])])
      yield* query(
        `insert into "${schema}"."audit_entries"
          values ($1, $2::text::jsonb, 1, 1, $3, 'system', $3, 'system', 'o', $4, $3, $5, 'ada', '{s}')`,
        [entry.id, JSON.stringify(entry), entry.at, entry.sequence, entry.type]
      )
    }
    yield* Migrations.apply(migrations)
    const rows = yield* Repository.make(AuditEntry.collection)
    for (const type of new Set(words.map(toCurrentType))) {
      const found = yield* rows.list("ofType", { equals: { organization: "o", type }, limit: 100 })
      assert.deepStrictEqual(
        found.map(({ value }) => value),
        entries.filter((entry) => toCurrentType(entry.type) === type),
        type
      )
      for (const { value } of found) assert.strictEqual(AuditChain.hashEntry(value), value.hash)
    }
    for (const word of formerTypes.keys()) {
      assert.strictEqual(yield* rows.count("ofType", { equals: { organization: "o", type: word } }), 0, word)
    }
    const read = yield* Effect.flatMap(Outbox.Outbox, (outbox) => outbox.read("", 100))
    assert.deepStrictEqual(
      read.map(({ event }) => event),
      events
    )
  }).pipe(Effect.provide(store))
)
