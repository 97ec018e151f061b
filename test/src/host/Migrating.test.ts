import { assert, it } from "@effect/vitest"
import { PgSession, Postgres } from "@quire/adapters/postgres"
import { Quire } from "@quire/http"
import { Effect, Redacted } from "effect"
import * as Database from "../support/database.ts"

it.live("refuses an outdated schema and serves a current one if it may not migrate (rule migrate-off)", () =>
  Effect.gen(function* () {
    const config = yield* Database.fresh
    const { database, host, password, port, username } = config
    const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
    const open = () => Quire.open({ store: { kind: "postgres", url }, migrate: "off", baseUrl: "http://quire.test" })
    const told = yield* Effect.promise(() => open().then(() => "opened", String))
    assert.match(
      told,
      /"quire" cannot be used by this version: it lacks migration 1 \(.*\) and \d+ more; run quire migrate/
    )
    const client = yield* Effect.promise(() => Database.connected(config))
    const { rows } = yield* Effect.promise(() => client.query("select to_regnamespace('quire') is null as absent"))
    yield* Effect.promise(() => client.end())
    assert.deepStrictEqual(rows, [{ absent: true }])

    yield* Effect.provide(Postgres.migrate, PgSession.layer(config), { local: true })
    const quire = yield* Effect.promise(open)
    const person = yield* Effect.promise(() =>
      quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    )
    assert.strictEqual(person.email, "ann@example.com")
    yield* Effect.promise(() => quire.close())
  }).pipe(Effect.scoped)
)
