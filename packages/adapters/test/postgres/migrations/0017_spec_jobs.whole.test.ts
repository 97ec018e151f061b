import { assert, it } from "@effect/vitest"
import { JobStore, Repository } from "@quire/core"
import { OpenApiSpec } from "@quire/core/internal"
import { Effect, Layer } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import * as PgJobStore from "../../../src/postgres/PgJobStore.ts"
import * as PgRowStore from "../../../src/postgres/PgRowStore.ts"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const store = Layer.merge(PgRowStore.layer, PgJobStore.layer).pipe(Layer.provideMerge(TestDatabase.layer()))

/** When each is due; null if that takes a request. */
const specs = [
  ["a", { kind: "url", url: "https://pets.test/a" }, "pending", 5],
  ["b", { kind: "url", url: "https://pets.test/b" }, "complete", 1_000],
  ["c", { kind: "text", blob: "x" }, "complete", null]
] as const

it.effect("creates jobs for due specs, at the time at which they were due (rule spec-poll)", () =>
  Effect.gen(function* () {
    const { query, script } = yield* PgSession
    yield* Migrations.apply(migrations.filter(({ id }) => id < 17))
    yield* script("set session_replication_role = replica")
    for (const [id, source, state, dueAt] of specs) {
      const kept = { lastVersion: null, lastProcessedAt: null, lastError: null, createdAt: 1, updatedAt: 2 }
      const doc = { id, organization: "o", slug: id, source, state, run: 3, dueAt, ...kept }
      yield* query(
        `insert into quire.openapi_specs ("id", "doc", "doc_version", "version", "created_at", "created_by", "updated_at",
          "updated_by", "organization", "slug", "waits", "dueAt", "blobs")
          values ($1, $2::text::jsonb, 1, 1, 1, 'system', 2, 'system', 'o', $1, $3, $4, '{}')`,
        [id, JSON.stringify(doc), dueAt !== null, dueAt]
      )
    }
    yield* Migrations.apply(migrations)
    const rows = yield* Repository.make(OpenApiSpec.collection)
    const found = yield* rows.getMany(specs.map(([id]) => id))
    for (const [id, source, state] of specs) {
      const { value } = found.get(id) ?? assert.fail(id)
      assert.deepStrictEqual([value.source, value.state, value.visibility], [source, state, null])
    }
    const jobs = yield* JobStore.JobStore
    const claim = (now: number) =>
      jobs.claim({ kinds: [{ kind: "openapi-spec", room: 9 }], limit: 9, now, until: now + 1, token: "t" })
    const due = yield* claim(999)
    assert.deepStrictEqual(
      due.map(({ attempt, key, payload, sequence }) => [key, payload, sequence, attempt]),
      [["a", "null", 1, 1]]
    )
    assert.deepStrictEqual(
      (yield* claim(1_000)).map(({ key }) => key).filter((key) => key !== "a"),
      ["b"]
    )
  }).pipe(Effect.provide(store))
)
