import { connect, createServer, type Server, type Socket } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Database from "../support/database.ts"
import { Commands, lines } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

/** A port that nothing listens on. */
const freePort = async () => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === "object" && address !== null ? address.port : 0
}

/** Passes connections on to the database, as one that has just booted. */
const listenFor = async (port: number, to: number, host: string) => {
  const sockets = new Set<Socket>()
  const server: Server = createServer((from) => {
    const onward = connect(to, host)
    for (const socket of [from, onward]) {
      sockets.add(socket)
      socket.on("error", () => {})
    }
    from.pipe(onward).pipe(from)
  })
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done))
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

describe("a server that is started before its database (rule database-awaited)", () => {
  it("logs one warning and becomes ready when the database responds", () =>
    Effect.gen(function* () {
      const { database, host, password, port, username } = yield* Database.fresh
      const later = yield* Effect.promise(freePort)
      const url = `postgres://${username}:${Redacted.value(password)}@127.0.0.1:${later}/${database}`
      const server = commands.start(["serve", "--port", "0", "--database-url", url])
      yield* Effect.promise(async () => {
        while (!server.err.includes("waiting for the database")) {
          await new Promise((done) => server.process.stderr?.once("data", done))
        }
      })
      const stop = yield* Effect.promise(() => listenFor(later, port, host))
      const base = yield* Effect.promise(() => server.url())
      const ready = yield* Effect.promise(() => fetch(`${base}/readyz`))
      assert.strictEqual(ready.status, 200)
      const { code, err } = yield* Effect.promise(() => server.stop())
      stop()
      assert.strictEqual(code, 0)
      const waiting = lines(err).filter((line) => line.includes("waiting for the database"))
      assert.lengthOf(waiting, 1)
      assert.deepInclude(JSON.parse(waiting[0] ?? ""), { level: "WARN", seconds: 60 })
    }).pipe(Effect.scoped, Effect.runPromise))

  it("exits when its wait time is over, and immediately if the database rejects it", () =>
    Effect.gen(function* () {
      const { database, host, port, username } = yield* Database.fresh
      const refused = yield* Effect.promise(() =>
        commands
          .start(["serve", "--port", "0", "--database-url", `postgres://${username}:wrong@${host}:${port}/${database}`])
          .end()
      )
      assert.strictEqual(refused.code, 1)
      assert.notInclude(refused.err, "waiting for the database")
      const away = yield* Effect.promise(freePort)
      const url = `postgres://u:p@127.0.0.1:${away}/d`
      const given = yield* Effect.promise(() =>
        commands.start(["serve", "--port", "0", "--database-url", url, "--database-wait", "1"]).end()
      )
      const messages = lines(given.err).map((line) => JSON.parse(line).message)
      assert.deepStrictEqual([given.code, messages.slice(0, 2)], [1, ["starting", "waiting for the database"]])
      assert.match(messages[2], /ECONNREFUSED/)
    }).pipe(Effect.scoped, Effect.runPromise))
})
