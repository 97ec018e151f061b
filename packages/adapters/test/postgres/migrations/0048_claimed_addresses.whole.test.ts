import { assert, it } from "@effect/vitest"
import { Repository, UserId } from "@quire/core"
import { User } from "@quire/core/internal"
import { Effect, Layer } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import * as PgRowStore from "../../../src/postgres/PgRowStore.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const store = PgRowStore.layer.pipe(Layer.provideMerge(TestDatabase.layer()))

const user = (id: string, more: Partial<User.User> = {}): User.User => ({
  id: UserId.make(id),
  displayName: id,
  email: `${id}@x.test`,
  emailVerifiedAt: null,
  externalId: null,
  createdAt: 0,
  ...more
})

it.effect("finds existing users who were introduced only by an address under that address (rule address-binds)", () =>
  Effect.gen(function* () {
    yield* Migrations.apply(migrations.filter(({ id }) => id < 47))
    const users = yield* Repository.make(User.collection)
    const identities = yield* Repository.make(User.userIdentityCollection)
    const all = [
      user("address"),
      user("verified", { emailVerifiedAt: 1 }),
      user("external", { externalId: "1" }),
      user("issuer"),
      user("first", { email: User.administrator })
    ]
    for (const each of all) yield* users.insert(each)
    const pair = { issuer: "i", externalId: "1" }
    yield* identities.insert({
      ...pair,
      id: User.rowId(pair),
      user: UserId.make("issuer"),
      createdAt: 0
    })
    yield* Migrations.apply(migrations)
    const found = yield* users.getMany(all.map(({ id }) => id))
    const marked = all.flatMap(({ id }) => (found.get(id)?.value.isByAddress === true ? [String(id)] : []))
    assert.deepStrictEqual(marked, ["address"])
  }).pipe(Effect.provide(store))
)
