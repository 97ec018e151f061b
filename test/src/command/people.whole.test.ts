import * as fs from "node:fs/promises"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Database from "../support/database.ts"
import { Commands } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

const run = (words: ReadonlyArray<string>) => commands.start(words).end()

describe("quire user", () => {
  it("exports the data of a person and erases it (rules user-export and user-erase)", () =>
    Effect.gen(function* () {
      const { database, host, password, port, username } = yield* Database.fresh
      const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
      const quire = (...words: ReadonlyArray<string>) => Effect.promise(() => run([...words, "--database-url", url]))
      assert.strictEqual((yield* quire("token", "create", "--user", "ann@people.example", "--create")).code, 0)

      const shown = yield* quire("user", "export", "Ann@People.example")
      assert.strictEqual(shown.code, 0, shown.err)
      const { profile, sections } = JSON.parse(shown.out)
      assert.deepStrictEqual([profile.email, sections.tokens.length], ["ann@people.example", 1])
      assert.strictEqual((yield* quire("user", "export", profile.id, "--to", "ann.json")).out, "")
      const file = join(commands.folder, "ann.json")
      const text = yield* Effect.promise(() => fs.readFile(file, "utf8"))
      assert.deepStrictEqual(JSON.parse(text).sections, sections)
      assert.strictEqual((yield* Effect.promise(() => fs.stat(file))).mode & 0o777, 0o600)

      const asked = yield* quire("user", "erase", "ann@people.example")
      assert.deepStrictEqual([asked.code, asked.out], [2, ""])
      assert.include(asked.err, "--yes")
      const erased = yield* quire("user", "erase", "ann@people.example", "--yes")
      assert.deepStrictEqual([erased.code, erased.out], [0, `${profile.id} was erased\n`], erased.err)
      const again = yield* quire("user", "erase", profile.id, "--yes")
      assert.deepStrictEqual([again.code, again.out], [0, `${profile.id} had already been erased\n`])
      const gone = yield* quire("user", "export", "ann@people.example")
      assert.deepStrictEqual([gone.code, gone.err], [1, "quire: user ann@people.example does not exist\n"])
      assert.strictEqual((yield* quire("audit", "verify")).code, 0)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("creates and lists people and their tokens, and revokes a token", () =>
    Effect.gen(function* () {
      const { database, host, password, port, username } = yield* Database.fresh
      const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
      const quire = (...words: ReadonlyArray<string>) => Effect.promise(() => run([...words, "--database-url", url]))
      const misspelt = yield* quire("token", "create", "--user", "ann@people.example")
      assert.deepStrictEqual(
        [misspelt.code, misspelt.out, misspelt.err],
        [2, "", "quire: no user has the address ann@people.example; pass --create to create one\n"]
      )
      assert.deepStrictEqual(JSON.parse((yield* quire("user", "list", "--json")).out), [])

      const id = (yield* quire("user", "create", "Ann@People.example", "--name", "Ann Lee")).out.trim()
      const again = yield* quire("user", "create", "ann@people.example")
      assert.deepStrictEqual(
        [again.code, again.err],
        [1, "quire: a user with the address ann@people.example already exists\n"]
      )
      const linked = yield* quire("user", "link", "ann@people.example", "--base-url", "https://docs.example.com")
      assert.match(linked.out, /^https:\/\/docs\.example\.com\/sign-in\?code=\w{43}\n$/, linked.err)
      assert.strictEqual((yield* quire("user", "link", "unknown@people.example")).code, 1)

      const people = JSON.parse((yield* quire("user", "list", "--json")).out)
      assert.deepStrictEqual(
        people.map(({ displayName, email, id }: Readonly<Record<string, string>>) => [id, email, displayName]),
        [[id, "ann@people.example", "Ann Lee"]]
      )
      assert.match(
        (yield* quire("user", "list")).out,
        new RegExp(`^ID +EMAIL +NAME +CREATED\n${id} +ann@people.example +Ann Lee +20`)
      )

      assert.strictEqual((yield* quire("token", "create", "--user", "ann@people.example", "--label", "deploy")).code, 0)
      const list = ["token", "list", "--user", "ann@people.example", "--json"]
      const [token, ...others] = JSON.parse((yield* quire(...list)).out)
      assert.deepStrictEqual([token.label, token.expiresAt, others], ["deploy", null, []])
      assert.strictEqual((yield* quire("token", "revoke", token.id)).out, `Revoked token ${token.id}.\n`)
      assert.strictEqual((yield* quire("token", "revoke", token.id)).out, `Token ${token.id} was already revoked.\n`)
      assert.deepStrictEqual(JSON.parse((yield* quire(...list)).out), [])
      assert.deepStrictEqual((yield* quire("token", "revoke", "absent")).err, "quire: token absent does not exist\n")
    }).pipe(Effect.scoped, Effect.runPromise))
})
