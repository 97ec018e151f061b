import { once } from "node:events"
import { connect, createServer } from "node:net"
import { BlobStore, IdGenerator, Mailer, UserId } from "@quire/core"
import { Quire } from "@quire/http"
import { Effect, Layer } from "effect"
import { Pool } from "pg"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { database, rejection } from "./host.ts"

const plain: Quire.Options = { store: { kind: "memory" }, baseUrl: "http://quire.test", upkeep: "off" }

/** What people see of an engine: the titles of what one person has. */
const titles = async (quire: Quire.Quire, email: string) => {
  const { id } = await quire.system.users.ensure({ email, displayName: "Ann" })
  const { items } = await quire.as(id).organizations.list({ limit: 100 })
  return items.map(({ title }) => title)
}

const write = async (quire: Quire.Quire, email: string, title: string) => {
  const { id } = await quire.system.users.ensure({ email, displayName: "Ann" })
  const as = quire.as(id)
  const organization = await as.organizations.create({ title })
  const space = await as.spaces.create(organization.id, { title: `Space of ${title}`, editMode: "live" })
  await as.content.edit(
    { space: space.id },
    { changes: [{ operation: "insert_page", title: "Welcome", document: { markdown: `All about ${title}.\n` } }] }
  )
  const found = await as.search.inSpace(space.id, title, { limit: 10 })
  assert.lengthOf(found.items, 1)
  return space.id
}

describe("an engine in the host's Postgres", () => {
  let there: Awaited<ReturnType<typeof database>>
  let pool: Pool
  beforeAll(async () => {
    there = await database()
    pool = new Pool({ connectionString: there.url, max: 4 })
  })
  afterAll(async () => {
    await pool.end()
    await there.close()
  })

  it("uses the host's pool and returns its connections unchanged (rule host-pool)", async () => {
    await pool.query("create table if not exists host_rows (id int)")
    const listeners = pool.listenerCount("error")
    const quire = await Quire.open({ ...plain, store: { kind: "postgres", pool, schema: "pooled" } })
    await write(quire, "ann@example.com", "Pooled")
    await Promise.all(Array.from({ length: 20 }, () => titles(quire, "ann@example.com")))
    assert.isAtMost(pool.totalCount, 4)
    assert.strictEqual(pool.idleCount, pool.totalCount)
    await quire.close()
    assert.strictEqual(pool.listenerCount("error"), listeners)
    const client = await pool.connect()
    const { rows } = await client.query("show statement_timeout")
    client.release()
    assert.deepStrictEqual(rows, [{ statement_timeout: "0" }])
    assert.deepStrictEqual((await pool.query("select count(*)::int as count from host_rows")).rows, [{ count: 0 }])
  })

  it("keeps to its schema, next to another engine in another schema (rule host-schema)", async () => {
    const engines = await Promise.all([
      Quire.open({ ...plain, store: { kind: "postgres", url: there.url, schema: "one", maxConnections: 2 } }),
      Quire.open({ ...plain, store: { kind: "postgres", pool, schema: "other" }, upkeep: "auto" })
    ])
    const [one, other] = engines
    const before = async () =>
      (await pool.query("select nspname from pg_namespace where nspname !~ '^pg_' order by nspname")).rows.map(
        ({ nspname }) => nspname
      )
    const inOne = await write(one, "ann@example.com", "First")
    await write(other, "ann@example.com", "Second")
    assert.deepStrictEqual(await titles(one, "ann@example.com"), ["First"])
    assert.deepStrictEqual(await titles(other, "ann@example.com"), ["Second"])
    assert.strictEqual((await rejection(other.system.spaces.get(inOne))).tag, "SpaceNotFound")
    const chained = await one.upkeep.run()
    assert.deepStrictEqual([chained.isDone, chained.failed], [true, []])
    assert.isTrue((await one.system.audit.verify()).chains.length > 0)
    assert.includeMembers(await before(), ["one", "other"])
    const outside = await pool.query(
      "select relname from pg_class join pg_namespace n on n.oid = relnamespace where relkind = 'r' and n.nspname in ('public', 'quire')"
    )
    assert.deepStrictEqual(
      outside.rows.filter(({ relname }) => relname !== "host_rows"),
      []
    )
    await Promise.all(engines.map((engine) => engine.close()))
  })

  it("runs in transactions of the host on the host's pool", async () => {
    const quire = await Quire.open({ ...plain, store: { kind: "postgres", pool, schema: "pooled" } })
    const { id } = await quire.system.users.ensure({ email: "bob@example.com", displayName: "Bob" })
    const client = await pool.connect()
    await client.query("begin")
    await quire.within(client, (tx) => tx.as(id).organizations.create({ title: "Undone" }))
    await client.query("rollback")
    client.release()
    assert.deepStrictEqual(await titles(quire, "bob@example.com"), [])
    await quire.close()
  })

  it.each([
    ["store", { url: "postgres://h/d", pool: "both" }],
    ["store", {}],
    ["store.schema", { url: "postgres://h/d", schema: "Quire" }],
    ["store.schema", { url: "postgres://h/d", schema: "pg_quire" }],
    ["store.schema", { url: "postgres://h/d", schema: "a".repeat(64) }],
    ["store.schema", { url: "postgres://h/d", schema: 'q"; drop' }],
    ["store.maxConnections", { url: "postgres://h/d", maxConnections: 0 }],
    ["store.maxConnections", { url: "postgres://h/d", maxConnections: 1.5 }]
  ] as const)(
    "gets an error with the rule of %s, given %j",
    async (option, { pool: both, ...given }: Record<string, unknown>) => {
      const store = { kind: "postgres" as const, ...given, ...(both === undefined ? {} : { pool }) }
      const error = await rejection(Quire.open({ ...plain, store }))
      assert.deepStrictEqual([error.kind, error.tag, error.field], ["bad-input", "OptionInvalid", option])
    }
  )
})

describe("errors of an engine in a host (rule host-errors)", () => {
  const closedPort = async () => {
    const probe = createServer().listen(0, "127.0.0.1")
    await once(probe, "listening")
    const address = probe.address()
    probe.close()
    return typeof address === "object" && address !== null ? address.port : 0
  }

  it("names host, port and cause of a database that is down at startup, without the password", async () => {
    const port = await closedPort()
    const url = `postgres://ann:geheim@127.0.0.1:${port}/docs`
    const pool = new Pool({ connectionString: url })
    for (const store of [
      { kind: "postgres", url },
      { kind: "postgres", pool }
    ] as const) {
      const error = await rejection(Quire.open({ ...plain, store }))
      assert.deepStrictEqual([error.kind, error.tag], ["unavailable", "DatabaseUnusable"])
      assert.include(error.message, `the database "docs" at 127.0.0.1:${port} cannot be used: connect ECONNREFUSED`)
      assert.notInclude(error.message + JSON.stringify(error) + error.stack, "geheim")
    }
    await pool.end()
  })

  it("names host, port and cause of a database that goes down later, without the password", async () => {
    const there = await database()
    const gate = createServer((socket) => {
      const behind = connect(there.port, there.host)
      const drop = () => void [socket, behind].map((each) => each.destroy())
      socket.on("error", drop).on("close", drop).pipe(behind).on("error", drop).on("close", drop).pipe(socket)
      dropped.add(drop)
    })
    const dropped = new Set<() => void>()
    await once(gate.listen(0, "127.0.0.1"), "listening")
    const address = gate.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const url = new URL(there.url)
    url.host = `127.0.0.1:${port}`
    const quire = await Quire.open({ ...plain, store: { kind: "postgres", url: url.href } })
    const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    gate.close()
    for (const drop of dropped) drop()
    for (let times = 0; times < 2; times++) {
      const error = await rejection(quire.as(id).organizations.list({ limit: 1 }))
      assert.deepStrictEqual([error.kind, error.tag], ["unavailable", "StoreError"])
      assert.include(error.message, `the database "${there.database}" at 127.0.0.1:${port} cannot be reached: `)
      if (url.password !== "") assert.notInclude(error.message + JSON.stringify(error), url.password)
    }
    await quire.close()
    await there.close()
  })

  it("has one class for every caller and operation", async () => {
    const quire = await Quire.open(plain)
    const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    const as = quire.as(id)
    const missing = await rejection(as.spaces.get("nowhere"))
    assert.deepStrictEqual(
      [missing.kind, missing.tag, missing.message, missing.cause instanceof Error],
      ["not-found", "SpaceNotFound", "space nowhere does not exist", true]
    )
    const unknown = await rejection(quire.as(UserId.make("unknown")).users.self())
    assert.deepStrictEqual([unknown.kind, unknown.tag], ["not-found", "UserNotFound"])
    const wrong = await rejection(as.organizations.create({ title: "" }))
    assert.deepStrictEqual([wrong.kind, wrong.field], ["bad-input", "title"])
    const outside = await rejection(quire.within({} as never, async () => {}))
    assert.deepStrictEqual([outside.kind, outside.tag], ["conflict", "HostTransactionRefused"])
    const feed = await rejection(as.events.follow()[Symbol.asyncIterator]().next())
    assert.deepStrictEqual([feed.kind, feed.tag], ["forbidden", "HostOnly"])
    await quire.close()
    for (const call of [
      () => as.users.self(),
      () => quire.handler(new Request("http://quire.test/v1/user")),
      () => quire.reader(new Request("http://quire.test/"))
    ]) {
      assert.strictEqual((await rejection(call())).kind, "closed")
    }
  })

  it("narrows to the errors of the called operation", async () => {
    const quire = await Quire.open(plain)
    const { get } = quire.system.spaces
    const known: Quire.ErrorsOf<typeof get>["_tag"] = "SpaceNotFound"
    const error: unknown = await get("nowhere").catch((error) => error)
    assert.isTrue(Quire.isRefusalOf<typeof get>(error))
    if (Quire.isRefusalOf<typeof get>(error) && error.tag === known) assert.strictEqual(error.cause.id, "nowhere")
    if (Quire.isQuireError(error, "not-found")) assert.strictEqual(error.kind satisfies "not-found", "not-found")
    await quire.close()
  })
})

describe("ports that a host provides as layers (rule host-layers)", () => {
  it("replaces the ports of the options and may build upon them", async () => {
    const emails: Array<string> = []
    const put: Array<number> = []
    const counting = Layer.effect(
      BlobStore.BlobStore,
      Effect.map(BlobStore.BlobStore, (below) => ({
        ...below,
        put: (bytes: Uint8Array) => Effect.tap(below.put(bytes), () => Effect.sync(() => put.push(bytes.length)))
      }))
    )
    const mailer = Layer.succeed(Mailer.Mailer, { send: ({ to }) => Effect.sync(() => void emails.push(to)) })
    const quire = await Quire.open({
      ...plain,
      layers: Layer.mergeAll(counting, mailer, IdGenerator.IdGenerator.layerSequence)
    })
    const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    assert.match(id, /^a0{20,}\d+$/)
    const as = quire.as(id)
    const { id: organization } = await as.organizations.create({ title: "Acme" })
    await as.invites.send(organization, { emails: ["bob@example.com"], role: "read" })
    await quire.upkeep.run()
    assert.deepStrictEqual(emails, ["bob@example.com"])
    await quire.close()
  })
})
