import { assert, it } from "@effect/vitest"
import { Repository, User } from "@quire/core"
import { Effect, Layer, Option } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import * as PgRowStore from "../../../src/postgres/PgRowStore.ts"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const people: ReadonlyArray<readonly [id: string, externalId: string | null, createdAt: number]> = [
  ["a", "1", 10],
  ["b", "1", 30],
  ["c", "1", 20],
  ["d", "2", 10],
  ["e", null, 10],
  ["f", null, 20],
  ["g", "3", 10],
  ["h", "3", 10]
]

const store = PgRowStore.layer.pipe(Layer.provideMerge(TestDatabase.layer()))

it.effect("assigns a shared external id to the last of its users, and binds no user to the others' addresses", () =>
  Effect.gen(function* () {
    const { query, schema } = yield* PgSession
    yield* Migrations.apply(migrations.filter(({ id }) => id < 6))
    for (const [id, externalId, createdAt] of people) {
      const email = `${id}@quire.test`
      const doc = { id, displayName: id, email, emailVerifiedAt: null, externalId, createdAt }
      yield* query(
        `insert into "${schema}"."users" values ($1, $2::text::jsonb, 1, 1, $3, 'system', $3, 'system', $4, $5, $6)`,
        [id, JSON.stringify(doc), createdAt, email, externalId ?? "", `${id} ${email}`]
      )
    }
    yield* Migrations.apply(migrations)
    const users = yield* Repository.make(User.collection)
    const found = yield* users.getMany(people.map(([id]) => id))
    assert.deepStrictEqual(
      people.map(([id]) => [id, found.get(id)?.value.externalId, found.get(id)?.version]),
      [
        ["a", "", 2],
        ["b", "1", 1],
        ["c", "", 2],
        ["d", "2", 1],
        ["e", null, 2],
        ["f", null, 2],
        ["g", "", 2],
        ["h", "3", 1]
      ]
    )
    const named = yield* Effect.forEach(["1", "2", "3"], (externalId) => users.getBy("externalId", { externalId }))
    assert.deepStrictEqual(
      named.map((row): string | undefined => Option.getOrUndefined(row)?.value.id),
      ["b", "d", "h"]
    )
  }).pipe(Effect.provide(store))
)
