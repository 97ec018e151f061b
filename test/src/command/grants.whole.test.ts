import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import * as Database from "../support/database.ts"
import { Commands, call, curl, lines } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

describe("roles of a database (rule grants-named)", () => {
  it("runs a server with the permissions of the guide, and refuses one without them in one line", () =>
    Effect.gen(function* () {
      const config = yield* Database.fresh
      const { database, host, port } = config
      const urlOf = (user: string, password: string) => `postgres://${user}:${password}@${host}:${port}/${database}`
      const owner = urlOf(config.username, Redacted.value(config.password))
      const [migrating, running] = [`owner_${database}`, `server_${database}`]
      const administer = (url: string, ...statements: ReadonlyArray<string>) =>
        Effect.promise(async () => {
          const client = new Client(url)
          await client.connect()
          for (const statement of statements) await client.query(statement)
          await client.end()
        })
      yield* Effect.acquireRelease(
        administer(
          owner,
          `create role ${migrating} login password 'p'`,
          `create role ${running} login password 'p'`,
          `grant create on database ${database} to ${migrating}`
        ),
        () => administer(owner, `drop owned by ${migrating} cascade`, `drop role ${migrating}`, `drop role ${running}`)
      )
      const run = (user: string, ...words: ReadonlyArray<string>) =>
        Effect.promise(() => commands.start([...words, "--database-url", urlOf(user, "p")]).end())
      assert.strictEqual((yield* run(migrating, "migrate")).code, 0)
      const refused = yield* run(running, "token", "list")
      assert.deepStrictEqual([refused.code, lines(refused.err).length], [1, 1], refused.err)
      assert.include(refused.err, `run grant usage on schema "quire" to "${running}"`)
      yield* administer(
        urlOf(migrating, "p"),
        `grant usage on schema quire to ${running}`,
        `grant select, insert, update, delete on all tables in schema quire to ${running}`
      )
      const serve = ["serve", "--no-migrate", "--port", "0", "--database-url", urlOf(running, "p")]
      const server = commands.start(serve)
      yield* Effect.promise(() => server.url())
      const { token, url } = curl(server.out)
      const made = yield* Effect.promise(() => call(url, token, { title: "Guide", editMode: "live" }))
      assert.strictEqual(made.status, 201)
      const { code, err } = yield* Effect.promise(() => server.stop())
      assert.strictEqual(code, 0)
      assert.notMatch(err, /permission denied|must be owner/)
    }).pipe(Effect.scoped, Effect.runPromise))
})
