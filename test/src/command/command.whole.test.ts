import { once } from "node:events"
import * as fs from "node:fs/promises"
import { type IncomingMessage, request } from "node:http"
import { type AddressInfo, connect, createServer } from "node:net"
import { join } from "node:path"
import { text as readText } from "node:stream/consumers"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { PgSession } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"
import * as Database from "../support/database.ts"
import { Commands, call, curl, failureOf, lines } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

const start = (words: ReadonlyArray<string>, variables = {}) => commands.start(words, variables)
const run = (words: ReadonlyArray<string>, variables = {}) => commands.start(words, variables).end()

describe("serve on the memory store", () => {
  const words = ["serve", "--store", "memory", "--port", "0"]

  it("takes the first token from its variable and does not print it", async () => {
    const token = "a-token-of-the-operators-own-choosing"
    const server = start(words, { QUIRE_BOOTSTRAP_TOKEN: token })
    const base = await server.url()
    const { json, status } = await call(`${base}/v1/orgs`, token)
    assert.deepStrictEqual([status, json.items.length], [200, 1])
    const { code, err, out } = await server.stop()
    assert.strictEqual(code, 0)
    assert.notInclude(out + err, token)
  })

  it("exits with 0 on SIGTERM after it has completed the requests in progress", async () => {
    const server = start(words)
    const base = await server.url()
    const { token, url } = curl(server.out)
    const body = JSON.stringify({ title: "In flight" })
    const sent = request(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body)
      }
    })
    const answered = once(sent, "response") as Promise<[IncomingMessage]>
    await new Promise<void>((resolve) => sent.write(body.slice(0, 5), () => resolve()))
    assert.strictEqual((await call(url, token)).status, 200)
    server.process.kill("SIGTERM")
    const port = Number(new URL(base).port)
    const listens = () =>
      new Promise<boolean>((resolve) => {
        const probe = connect({ host: "127.0.0.1", port }, () => resolve(true))
        probe.once("error", () => resolve(false))
        probe.once("connect", () => probe.destroy())
      })
    while (await listens());
    assert.isNull(server.process.exitCode)
    sent.end(body.slice(5))
    const [answer] = await answered
    assert.strictEqual(answer.statusCode, 201)
    assert.strictEqual(JSON.parse(await readText(answer)).title, "In flight")
    assert.strictEqual((await server.end()).code, 0)
  })

  it("serves a request on a new connection that arrives with SIGTERM, and then exits with 0", async () => {
    for (let round = 0; round < 3; round++) {
      const server = start(words)
      await server.url()
      const { token, url } = curl(server.out)
      const ask = () =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = { authorization: `Bearer ${token}` }
          const sent = request(url, { agent: false, headers }, (answer) => {
            answer.resume().once("end", () => resolve(answer.statusCode))
          })
          sent.once("error", reject).end()
        })
      const before = Array.from({ length: 25 }, ask)
      server.process.kill("SIGTERM")
      const after = Array.from({ length: 25 }, ask)
      assert.deepStrictEqual(await Promise.all([...before, ...after]), Array(50).fill(200))
      assert.strictEqual((await server.end()).code, 0)
    }
  })

  it("reports in one line that its port is in use", async () => {
    const server = start(words)
    const { port } = new URL(await server.url())
    const { code, err, out } = await run(["serve", "--store", "memory", "--port", port])
    assert.strictEqual(code, 1)
    assert.include(failureOf(err), `cannot listen on 127.0.0.1:${port}`)
    assert.strictEqual(out, "")
    assert.strictEqual((await server.stop()).code, 0)
  })

  it("reports in one line that an address does not belong to this machine, on any free port too (rule listen-first)", async () => {
    for (const port of ["0", "4199"]) {
      const { code, err, out } = await run(["serve", "--store", "memory", "--host", "192.0.2.1", "--port", port])
      assert.deepStrictEqual([code, out], [1, ""])
      assert.match(failureOf(err), new RegExp(`^cannot listen on 192\\.0\\.2\\.1:${port}: .*EADDRNOTAVAIL`))
    }
  })

  it("reports in one line that metrics need a different port than the server (rule listen-first)", async () => {
    const probe = createServer().listen(0, "127.0.0.1")
    await once(probe, "listening")
    const { port } = probe.address() as AddressInfo
    probe.close()
    const ports = ["--port", String(port), "--admin-port", String(port)]
    const { code, err, out } = await run(["serve", "--store", "memory", ...ports])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.strictEqual(failureOf(err), `cannot listen on 127.0.0.1:${port}: the server already listens on it`)
  })

  it("continues when its output is no longer read (rule output-unread)", async () => {
    const server = start(words)
    const url = await server.url()
    server.process.stdout?.destroy()
    server.process.stderr?.destroy()
    for (const path of ["/v1/orgs", "/v1/user"]) assert.strictEqual((await call(`${url}${path}`, "none")).status, 401)
    assert.strictEqual((await server.stop()).code, 0)
  })

  it("creates nothing if a port is in use, so that the next start is the first (rule listen-first)", () =>
    Effect.gen(function* () {
      const config = yield* Database.fresh
      const url = `postgres://${config.username}:${Redacted.value(config.password)}@${config.host}:${config.port}/${config.database}`
      const serve = ["serve", "--database-url", url]
      for (const taken of ["--port", "--admin-port"]) {
        const free = taken === "--port" ? [] : ["--port", "0"]
        const { code, err, out } = yield* Effect.promise(() => run([...serve, ...free, taken, String(config.port)]))
        assert.deepStrictEqual([code, out], [1, ""])
        assert.include(err, `cannot listen on 127.0.0.1:${config.port}`)
      }
      const server = start([...serve, "--port", "0"])
      yield* Effect.promise(() => server.url())
      const { token, url: spaces } = curl(server.out)
      assert.strictEqual((yield* Effect.promise(() => call(spaces, token))).status, 200)
      assert.strictEqual((yield* Effect.promise(() => server.stop())).code, 0)
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("secrets rotate", () => {
  it("seals again what the previous key sealed, and fails while something remains", () =>
    Effect.gen(function* () {
      const config = yield* Database.fresh
      const url = `postgres://${config.username}:${Redacted.value(config.password)}@${config.host}:${config.port}/${config.database}`
      const words = ["--database-url", url]
      const [before, after] = ["before".padEnd(32, "k"), "after".padEnd(32, "k")]
      const rotate = (previous?: string) =>
        Effect.promise(() =>
          run(["secrets", "rotate", ...words], {
            QUIRE_SECRET_KEY: after,
            ...(previous === undefined ? {} : { QUIRE_SECRET_KEY_PREVIOUS: previous })
          })
        )
      const server = start(["serve", ...words, "--port", "0"], { QUIRE_SECRET_KEY: before })
      yield* Effect.promise(() => server.url())
      const { token, url: spaces } = curl(server.out)
      const invites = spaces.replace(/spaces$/, "link-invites")
      const made = yield* Effect.promise(() => call(invites, token, { role: "read" }))
      assert.strictEqual(made.status, 201)
      assert.strictEqual((yield* Effect.promise(() => server.stop())).code, 0)

      const renewed = /^a new key signs addresses and tokens within minutes; those signed earlier .+Z on\n/m
      const lost = yield* rotate()
      assert.match(lost.err, /no signing key can be decrypted/)
      assert.match(lost.out, renewed)
      assert.deepStrictEqual([lost.code, lost.out.replace(renewed, "")], [1, "0 encrypted again, 2 left\n"])
      assert.match(lost.err, /^quire: 2 values are still encrypted with another key: .+ QUIRE_SECRET_KEY_PREVIOUS/m)
      const done = yield* rotate(before)
      assert.deepStrictEqual(
        [done.code, done.out.replace(renewed, "")],
        [0, "1 encrypted again, 1 left\n2 encrypted again, 0 left\n"],
        done.err
      )
      const again = yield* Effect.promise(() =>
        run(["secrets", "rotate", "--now", ...words], { QUIRE_SECRET_KEY: after })
      )
      assert.deepStrictEqual(
        [again.code, again.out],
        [0, "0 encrypted again, 0 left\na new key signs addresses and tokens; those signed earlier are refused\n"]
      )
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("audit verify", () => {
  it("reports valid, unchained and broken entries", () =>
    Effect.gen(function* () {
      const config = yield* Database.fresh
      const url = `postgres://${config.username}:${Redacted.value(config.password)}@${config.host}:${config.port}/${config.database}`
      const words = ["--database-url", url]
      const verify = Effect.promise(() => run(["audit", "verify", ...words]))
      const server = start(["serve", ...words, "--port", "0"])
      yield* Effect.promise(() => server.url())
      const { token, url: spaces } = curl(server.out)
      const organization = /orgs\/([^/]+)/.exec(spaces)?.[1]
      for (const title of ["One", "Two"]) yield* Effect.promise(() => call(spaces, token, { title }))
      let whole = yield* verify
      for (let tries = 0; tries < 20 && !whole.out.includes("all events are in the audit log"); tries++)
        whole = yield* verify
      assert.strictEqual((yield* Effect.promise(() => server.stop())).code, 0)
      assert.strictEqual(whole.code, 0, whole.err)
      assert.match(whole.out, /^the installation: 3 valid entries, head \S{43}$/m)
      assert.match(whole.out, new RegExp(`^organization ${organization}: 3 valid entries, head \\S{43}$`, "m"))

      const sql = (text: string) =>
        Effect.provide(
          Effect.flatMap(PgSession.PgSession, ({ execute }) => execute(text)),
          PgSession.layer(config)
        )
      yield* sql(`insert into quire.outbox_events (event)
        select (event::jsonb || '{"id": "late"}')::json from quire.outbox_events where event->>'type' = 'spaces.create' limit 1`)
      const late = yield* verify
      assert.strictEqual(late.code, 0, late.err)
      assert.match(late.out, /^1 event is not in the audit log yet, starting with late$/m)

      yield* sql(`update quire.audit_entries set doc = jsonb_set(doc, '{actor}', '"system"') where sequence = 2
        and organization = '${organization}'`)
      const broken = yield* verify
      assert.strictEqual(broken.code, 1)
      assert.match(broken.out, /^the installation: 3 valid entries/m)
      assert.notInclude(broken.out, `organization ${organization}`)
      assert.match(
        broken.err,
        new RegExp(`^quire: organization ${organization}: broken at entry 2 \\(\\S+\\): the hash does not match`, "m")
      )
    }).pipe(Effect.scoped, Effect.runPromise))
})

describe("serve on a folder", () => {
  it("runs other commands next to the server, refuses a second server, and starts again", async () => {
    const data = ["--data", join(commands.folder, "data")]
    const serve = ["serve", ...data, "--port", "0"]
    const server = start(serve)
    const base = await server.url()
    const { token, url } = curl(server.out)
    const space = (await call(url, token, { title: "Imported", editMode: "live" })).json.id

    const created = await run(["token", "create", ...data, "--label", "guest"])
    assert.deepStrictEqual([created.code, lines(created.out).length], [0, 1], created.err)
    const guest = created.out.trim()
    assert.strictEqual((await call(url, guest)).status, 200)
    const other = await run(["token", "create", ...data, "--user", "other@quire.test", "--create"])
    assert.strictEqual((await call(`${base}/v1/user`, other.out.trim())).json.email, "other@quire.test")

    const docs = join(commands.folder, "docs")
    await fs.mkdir(join(docs, "guide"), { recursive: true })
    await fs.writeFile(join(docs, "README.md"), "# Welcome\n\nA text.\n")
    await fs.writeFile(join(docs, "guide", "install.md"), "# Installing\n\nHow to.\n")
    const imported = await run(["import", "./docs", "--space", space, ...data])
    assert.strictEqual(imported.code, 0, imported.err)
    const found = await call(`${base}/v1/spaces/${space}/content`, guest)
    assert.strictEqual(found.json.id, imported.out.trim())
    assert.include(JSON.stringify(found.json.pages), '"title":"Welcome"')
    assert.include(JSON.stringify(found.json.pages), '"title":"Installing"')
    assert.deepStrictEqual(lines(imported.err), ["reading ./docs", "imported 3 of 3 pages and files"])
    const same = await run(["import", "./docs", "--space", space, ...data])
    assert.deepStrictEqual([same.code, same.out, lines(same.err).at(-1)], [0, "", "nothing has changed"])
    await fs.writeFile(join(docs, "guide", "install.md"), "# Installing\n\nSee [it](../gone.md).\n")
    const changed = await run(["import", "./docs", "--space", space, ...data])
    assert.deepStrictEqual(lines(changed.err).slice(1), [
      "imported 3 of 3 pages and files, resolved 0 of 1 links",
      'guide/install.md:3: "../gone.md" is not in the archive',
      "1 warning: link 1",
      "opened change request #1 with what changed"
    ])
    const { json: request } = await call(`${base}/v1/spaces/${space}/change-requests/${changed.out.trim()}`, guest)
    assert.include(JSON.stringify(request), '"subject":"Import docs"')
    assert.include(JSON.stringify((await call(`${base}/v1/spaces/${space}/content`, guest)).json), found.json.id)
    const lost = await run(["import", "./docs", "--space", "nowhere", ...data])
    assert.deepStrictEqual([lost.code, lost.out], [1, ""])
    assert.include(lost.err, "quire: space nowhere does not exist\n")

    const plan = await run(["migrate", "--plan", ...data])
    assert.deepStrictEqual([plan.code, plan.out], [0, "The schema is up to date.\n"], plan.err)

    const second = await run(serve)
    assert.deepStrictEqual([second.code, second.out], [1, ""])
    assert.match(failureOf(second.err), /in use by another process/)
    assert.strictEqual((await call(url, token)).status, 200)
    assert.strictEqual((await server.stop()).code, 0)

    const again = start(serve)
    const pages = await call(`${await again.url()}/v1/spaces/${space}/content/pages`, token)
    assert.deepStrictEqual([pages.status, pages.json.pages.length > 0], [200, true])
    const { code, out } = await again.stop()
    assert.strictEqual(code, 0)
    assert.lengthOf(lines(out), 1, out)
    assert.match(out, /^Quire listens on /)
  })
})
