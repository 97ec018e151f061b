import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import * as PgSession from "../../src/postgres/PgSession.ts"
import * as ServerCheck from "../../src/postgres/ServerCheck.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const fit: typeof ServerCheck.Server.Type = {
  version: 150_000,
  encoding: "UTF8",
  product: "PostgreSQL 15.0 on x86_64-pc-linux-gnu, compiled by gcc",
  isReplica: false,
  isReadOnly: false,
  hasCitus: false
}

const refusal = (options: PgSession.Options) =>
  Effect.map(Effect.flip(Effect.provide(Effect.void, PgSession.layer(options))), ({ _tag, message }) => {
    assert.strictEqual(_tag, "DatabaseUnusable")
    return message
  })

describe("the check of a database server (rule server-fit)", () => {
  const wrong: ReadonlyArray<readonly [Partial<typeof fit>, RegExp]> = [
    [{ version: 149_999 }, /Postgres 15 or later with encoding UTF8 is required; this server is 149999 with UTF8/],
    [{ encoding: "SQL_ASCII" }, /is required; this server is 150000 with SQL_ASCII/],
    [{ isReplica: true, isReadOnly: true }, /this server is a read-only replica; connect to the primary/],
    [{ isReadOnly: true }, /transactions are read-only on this server \(default_transaction_read_only\)/],
    [{ hasCitus: true }, /Citus is installed in this database and may distribute tables .*: events .* lost silently/],
    [{ product: "CockroachDB CCL v24.3.1 (x86_64-pc-linux-gnu)" }, /CockroachDB, not Postgres: events .* lost/],
    [{ product: "PostgreSQL 15.2-YB-2.25.1.0-b0 on x86_64" }, /YugabyteDB, not Postgres/],
    [{ product: "PostgreSQL 16 (Aurora DSQL)" }, /Aurora DSQL, not Postgres/],
    [{ product: "PostgreSQL 12.12 (Greenplum Database 7.0.0)", version: 120_012 }, /Greenplum, not Postgres/]
  ]
  it.each(wrong)("rejects %j", (differing, reason) =>
    assert.match(ServerCheck.findFault({ ...fit, ...differing }) ?? "accepted", reason)
  )

  it.each([
    "PostgreSQL 15.0 on x86_64-pc-linux-gnu, compiled by gcc",
    "PostgreSQL 18.4 (Debian 18.4-1.pgdg12+1) on x86_64-pc-linux-gnu",
    "PostgreSQL 16.4 on aarch64-unknown-linux-gnu, compiled by aarch64-unknown-linux-gnu-gcc (GCC) 9.5.0"
  ])("accepts %s", (product) => assert.isUndefined(ServerCheck.findFault({ ...fit, product })))

  it("rejects a server with another order of transactions, whatever it says of itself", () => {
    const own = { isOpen: true, isLocked: true, isLatest: true }
    assert.isTrue(ServerCheck.isOrdered(own))
    for (const key of ["isOpen", "isLocked", "isLatest"])
      assert.isFalse(ServerCheck.isOrdered({ ...own, [key]: false }))
  })

  it.effect("rejects a server with read-only transactions", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      yield* TestDatabase.administer(`alter database "${config.database}" set default_transaction_read_only = on`)
      assert.match(yield* refusal(config), /cannot be used: transactions are read-only on this server/)
    }).pipe(Effect.scoped)
  )
})

describe("a server that compiles statements (rule server-compiles)", () => {
  it("causes a warning, with the setting that disables it", () => {
    assert.match(ServerCheck.findAdvice({ compiles: true }) ?? "no advice", /alter role … set jit = off/)
    assert.isUndefined(ServerCheck.findAdvice({ compiles: false }))
  })

  it.effect("excludes embedded servers", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const lines: Array<string> = []
      const logger = Logger.layer([Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))])
      yield* Effect.provide(Effect.void, Layer.provide(PgSession.layer(config), logger))
      assert.deepStrictEqual(lines, [])
    }).pipe(Effect.scoped)
  )
})
