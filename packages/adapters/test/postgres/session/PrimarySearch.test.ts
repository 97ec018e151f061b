import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Session from "../../../src/postgres/PgSession.ts"
import { codeOf, reasonOf, storeErrorOf } from "../support/Failures.ts"
import { proxyTo } from "../support/Proxy.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const closed = "127.0.0.1:1"

const open = (places: ReadonlyArray<string>, parameters = "", options: Omit<Session.Options, "url"> = {}) => {
  const { database, password, username } = TestDatabase.server()
  const url = `postgres://${username}:${Redacted.value(password)}@${places.join(",")}/${database}${parameters}`
  return Session.make({ ...options, url: Redacted.make(url) })
}

const real = () => `${TestDatabase.server().host}:${TestDatabase.server().port}`

describe("a session whose URL names several servers (rule primary-followed)", () => {
  it.effect("uses the server that accepts writes, at any position of the list", () =>
    Effect.gen(function* () {
      for (const places of [
        [real(), closed],
        [closed, real()],
        [closed, "[::1]:1", real()]
      ]) {
        const { query } = yield* open(places)
        assert.deepStrictEqual(yield* query("select 1 as one"), [{ one: 1 }])
      }
    })
  )

  it.effect("fails as unavailable and lists the servers with reasons if none accepts writes", () =>
    Effect.gen(function* () {
      const readOnly = "?options=-c%20default_transaction_read_only%3Don"
      const refused = yield* Effect.flip(open([closed, real()], readOnly))
      assert.isTrue(refused.unavailable)
      assert.include(
        refused.message,
        `${closed}, ${real()} cannot be used: ${closed}: connect ECONNREFUSED ${closed}; ${real()}: this server does not accept writes`
      )
    })
  )

  it.effect("fails at once if a server rejects the role or the database", () =>
    Effect.gen(function* () {
      const { username } = TestDatabase.server()
      const url = Redacted.make(`postgres://${username}:wrong@${real()},${closed}/postgres`)
      const refused = yield* Effect.flip(Session.make({ url }))
      assert.deepStrictEqual([codeOf(refused), refused.unavailable], ["28P01", false])
    })
  )

  it.effect("leaves a server that no longer responds, with all connections to it", () =>
    Effect.gen(function* () {
      const { silence, swallowed, ...address } = yield* proxyTo(TestDatabase.server())
      const limits = { acquireTimeout: 600, statementTimeout: 200, maxConnections: 3 }
      const { query } = yield* open([`${address.host}:${address.port}`, real()], "", limits)
      const three = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.all([self, self, self], { concurrency: 3 })
      yield* three(query("select pg_sleep(0.05)"))
      yield* silence
      assert.isTrue(storeErrorOf(yield* Effect.exit(query("select 1"))).unavailable)
      const before = swallowed.length
      for (let round = 0; round < 3; round++) yield* three(query("select 2"))
      const later = Buffer.concat(swallowed.slice(before)).toString("latin1")
      assert.notInclude(later, "select 2")
    })
  )

  it.effect("replaces a connection whose server has stopped accepting writes", () =>
    Effect.gen(function* () {
      const { query, script } = yield* open([real(), closed], "", { maxConnections: 1 })
      yield* script("set session characteristics as transaction read only")
      const error = storeErrorOf(yield* Effect.exit(query("create temporary table t (n int)")))
      assert.deepStrictEqual([codeOf(error), error.unavailable], ["25006", true], reasonOf(error))
      yield* query("create temporary table t (n int)")
    })
  )
})
