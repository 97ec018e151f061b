import { assert, describe, it } from "@effect/vitest"
import { BlobStore, ContentStore, Outbox, Repository, RowStore, SearchIndex, User, UserId } from "@quire/core"
import { SearchPages, Suite } from "@quire/testing"
import { Effect, Layer, Option, Redacted } from "effect"
import * as PgSession from "../../src/postgres/PgSession.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import * as Catalogue from "./support/Catalogue.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const user = (id: string): User.User => ({
  id: UserId.make(id),
  displayName: `Name of ${id}`,
  email: `${id}@example.com`,
  emailVerifiedAt: null,
  externalId: null,
  createdAt: 1
})

const insert = (id: string) => Effect.flatMap(Repository.make(User.collection), (users) => users.insert(user(id)))
const exists = (id: string) =>
  Effect.flatMap(Repository.make(User.collection), (users) => Effect.map(users.get(id), Option.isSome))

describe("Postgres", () => {
  it.live("creates its schema once, and supports every port", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const first = Effect.gen(function* () {
        yield* insert("u1")
        yield* Effect.flatMap(ContentStore.ContentStore, ({ putMany }) => putMany("s", [{ hash: "h", text: "t" }]))
        return yield* Effect.flatMap(BlobStore.BlobStore, ({ put }) => put(new Uint8Array([1, 2, 3])))
      })
      const hash = yield* Effect.provide(first, Postgres.layer(config))
      const second = Effect.gen(function* () {
        const bytes = yield* Effect.flatMap(BlobStore.BlobStore, ({ get }) => get(hash))
        const texts = yield* Effect.flatMap(ContentStore.ContentStore, ({ getMany }) => getMany("s", ["h"]))
        return [yield* exists("u1"), Option.map(bytes, (found) => [...found]), [...texts]]
      })
      assert.deepStrictEqual(yield* Effect.provide(second, Postgres.layer(config)), [
        true,
        Option.some([1, 2, 3]),
        [["h", "t"]]
      ])
      assert.deepStrictEqual(yield* Effect.provide(Postgres.plan, PgSession.layer(config)), [])
    }).pipe(Effect.scoped)
  )

  it.live("separates the schemas of one database", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const [here, there] = ["docs", `other "docs" of %s`].map((schema) => Postgres.layer({ ...config, schema }))
      assert(here !== undefined && there !== undefined)
      yield* Effect.provide(insert("u1"), here)
      assert.isFalse(yield* Effect.provide(exists("u1"), there))
      yield* Effect.provide(insert("u1"), there)
      assert.isTrue(yield* Effect.provide(exists("u1"), there))
    }).pipe(Effect.scoped)
  )

  it.live("works without the extension where the role may not create it", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const role = `quire_test_${config.database}`
      yield* TestDatabase.administer("drop extension if exists pg_trgm", config.database)
      yield* TestDatabase.administer(`create role ${role} login password 'secret'`)
      yield* Effect.addFinalizer(() =>
        Effect.andThen(
          TestDatabase.administer(`drop owned by ${role} cascade`, config.database),
          TestDatabase.administer(`drop role ${role}`)
        )
      )
      yield* TestDatabase.administer(`create schema quire authorization ${role}`, config.database)
      const theirs = { ...config, username: role, password: Redacted.make("secret") }
      const found = Effect.gen(function* () {
        yield* insert("u1")
        const { indexes } = yield* Catalogue.of("quire")
        const shape = { ...Repository.shapeOf(User.collection), indexes: { all: { on: [] } } }
        const { count } = yield* RowStore.RowStore
        const has = (text: string) => count(shape, "all", { equals: {}, contains: { words: text } })
        return [indexes.filter(({ definition }) => definition.includes("trgm")), yield* has("of u1"), yield* has("%")]
      })
      const ports = Layer.merge(Postgres.layer(theirs), PgSession.layer(theirs))
      assert.deepStrictEqual(yield* Effect.provide(found, ports), [[], 1, 0])
    }).pipe(Effect.scoped)
  )

  it.live("writes in the host's transaction, through every port", () =>
    Effect.gen(function* () {
      const { database } = yield* TestDatabase.freshDatabase(StoreTemplate.stores)
      const client = yield* TestDatabase.client(database)
      const run = (sql: string) => Effect.promise(() => client.query(sql))
      const page = SearchPages.page("p", "word")
      const event = {
        id: "e",
        type: "t",
        at: 1,
        actor: "a",
        token: null,
        organization: null,
        space: null,
        subjects: []
      }
      const write = Effect.gen(function* () {
        const { atomic } = yield* RowStore.RowStore
        yield* atomic(
          Effect.gen(function* () {
            yield* insert("u1")
            yield* Effect.flatMap(SearchIndex.SearchIndex, ({ update }) => update("s", { put: [page], removed: [] }))
            yield* Effect.flatMap(Outbox.Outbox, ({ append }) => append(event))
          })
        )
      })
      const seen = Effect.gen(function* () {
        const search = yield* SearchIndex.SearchIndex
        const hits = yield* search.search(["s"], SearchPages.query("word"), { offset: 0, limit: 1 })
        const events = yield* Effect.flatMap(Outbox.Outbox, ({ read }) => read("", 10))
        return [yield* exists("u1"), hits.total, events.length]
      })
      const ports = Postgres.layerFromClient(client)
      yield* run("begin")
      yield* Effect.provide(write, ports)
      assert.deepStrictEqual(yield* Effect.provide(seen, ports), [true, 1, 0])
      yield* run("rollback")
      assert.deepStrictEqual(yield* Effect.provide(seen, ports), [false, 0, 0])
      yield* run("begin")
      yield* Effect.provide(write, ports)
      yield* run("commit")
      assert.deepStrictEqual(yield* Effect.provide(seen, ports), [true, 1, 1])
    }).pipe(Effect.scoped)
  )

  it.live("rejects writes of bytes inside a transaction", () =>
    Effect.gen(function* () {
      const { atomic } = yield* RowStore.RowStore
      const { put, remove, get } = yield* BlobStore.BlobStore
      const hash = yield* put(new Uint8Array([7]))
      yield* Suite.dies(atomic(put(new Uint8Array([8]))))
      yield* Suite.dies(atomic(remove([hash], Number.MAX_SAFE_INTEGER)))
      assert.isTrue(Option.isSome(yield* atomic(get(hash))))
    }).pipe(Effect.provide(StoreTemplate.layer()))
  )
})
