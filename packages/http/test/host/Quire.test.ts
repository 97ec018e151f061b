import { once } from "node:events"
import { createServer as createHttpServer, request } from "node:http"
import { createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { SpaceId, UserId } from "@quire/core"
import * as Quire from "../../src/host/Quire.ts"

const plain: Quire.Options = { store: { kind: "memory" }, baseUrl: "http://quire.test", upkeep: "off" }

const withReplicas = (urls: ReadonlyArray<string>, staleness?: number): Partial<Quire.Options> => ({
  store: { kind: "postgres", url: "postgres://h/d", replicas: { urls, staleness } }
})

/** The reason of a rejection: a typed error, as hosts distinguish them. */
const refusal = async (promise: Promise<unknown>) => {
  const [error] = await promise.then(
    () => [undefined],
    (error: unknown) => [error]
  )
  assert.instanceOf(error, Error)
  return { tag: "_tag" in error ? error._tag : undefined, message: error.message, text: JSON.stringify(error) }
}

const opened = async (options: Partial<Quire.Options>, use: (quire: Quire.Quire) => Promise<void>) => {
  const quire = await Quire.open({ ...plain, ...options })
  await use(quire).finally(() => quire.close())
}

describe("a host without Effect", () => {
  it("exits without waiting for a timer when maintenance is off", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length
    const before = timers()
    await opened({}, async () => assert.isAtMost(timers(), before))
  })

  it("fails for a caller who does not exist, whatever it calls", async () => {
    await opened({}, async ({ as, system }) => {
      const unknownUser = as(UserId.make("nobody"))
      const calls = [
        () => unknownUser.organizations.create({ title: "Acme" }),
        () => unknownUser.organizations.list({ limit: 1 }),
        () => unknownUser.users.self(),
        () => unknownUser.tokens.create(UserId.make("nobody"), { label: "t" })
      ]
      for (const call of calls) {
        const { message, tag } = await refusal(call())
        assert.deepStrictEqual([tag, message], ["UserNotFound", "user nobody does not exist"])
      }
      const { id } = await system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
      const ada = as(id)
      for (const title of ["One", "Two"]) assert.strictEqual((await ada.organizations.create({ title })).title, title)
    })
  })

  it("has no operation that leaves the permission check to its caller", async () => {
    await opened({}, async ({ system }) => {
      const inner = { comments: "postRead", exports: "open", mergeRules: "applicable", search: "amongSpaces" } as const
      for (const [group, name] of Object.entries(inner)) assert.notProperty(system[group as keyof typeof inner], name)
      const rules = ["getOfOrganization", "getOfSpace", "putOfOrganization", "putOfSpace"]
      assert.deepStrictEqual(Object.keys(system.mergeRules).sort(), rules)
    })
  })

  it("runs jobs on demand, and lists and retries failed ones (rules jobs-repeated and jobs-failed)", async () => {
    const quire = await Quire.open(plain)
    const { done, failed } = await quire.system.jobs.run()
    assert.deepStrictEqual([done > 0, failed], [true, 0])
    assert.deepStrictEqual(await quire.system.jobs.run(), { done: 0, failed: 0, superseded: 0 })
    assert.deepStrictEqual(await quire.system.jobs.list({ limit: 10 }), { items: [], count: 0 })
    const refused = await quire.system.jobs.retry({ kind: "a", key: "b" }).catch((error) => error)
    assert.strictEqual(refused._tag, "FailedJobNotFound")
    await quire.close()
  })

  it("streams heads to an iterator and to a response until the engine closes (rule content-events-end)", async () => {
    const quire = await Quire.open(plain)
    const { id } = await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
    const ada = quire.as(id)
    const { id: organization } = await ada.organizations.create({ title: "Acme" })
    const { id: space } = await ada.spaces.create(organization, { editMode: "live" })
    const write = () => ada.content.edit({ space }, { changes: [{ operation: "insert_page", title: "Page" }] })
    const { revision: first } = await write()
    const { token } = await ada.tokens.create(id, { label: "t" })
    const url = `http://quire.test/v1/spaces/${space}/content/events`
    const response = await quire.handler(new Request(url, { headers: { authorization: `Bearer ${token}` } }))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    assert(reader !== undefined)
    const readUntil = async (part: string): Promise<boolean> => {
      const { done, value } = await reader.read()
      return done ? false : value.includes(part) || readUntil(part)
    }
    assert.isTrue(await readUntil(`id: ${first}\n`))
    const seen: Array<string> = []
    for await (const event of ada.content.follow({ space })) {
      if (event.type !== "head") continue
      seen.push(event.revision)
      if (seen.length === 1) await write()
      else break
    }
    assert.strictEqual(seen[0], first)
    assert.isTrue(await readUntil(`id: ${seen[1]}\n`))
    const closed = quire.close()
    assert.isTrue(await readUntil("retry: 2000"))
    assert.isTrue((await reader.read()).done)
    await closed
  })

  it("iterates over events from a position until the engine closes (rule feed-once-or-more)", async () => {
    const quire = await Quire.open(plain)
    const { id } = await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
    for (const title of ["One", "Two", "Three"]) await quire.as(id).organizations.create({ title })
    const types: Array<string> = []
    let cursor = ""
    for await (const item of quire.system.events.follow()) {
      types.push(item.event.type)
      cursor = item.cursor
      if (types.length === 3) break
    }
    assert.deepStrictEqual(types, ["users.create", "organizations.create", "organizations.create"])
    const next = await quire.system.events.follow(cursor)[Symbol.asyncIterator]().next()
    assert.strictEqual(next.done === true ? "" : next.value.event.type, "organizations.create")
    const foreign = quire.system.events.follow("elsewhere")[Symbol.asyncIterator]()
    assert.strictEqual((await refusal(foreign.next())).tag, "CursorUnknown")
    assert.strictEqual((await refusal(quire.as(id).events.follow()[Symbol.asyncIterator]().next())).tag, "HostOnly")
    const waiting = quire.system.events.follow()[Symbol.asyncIterator]()
    for (let count = 0; count < 4; count++) assert.strictEqual((await waiting.next()).done, false)
    const left = quire.system.events.follow()[Symbol.asyncIterator]()
    for (let count = 0; count < 4; count++) await left.next()
    const stopped = left.next()
    await left.return?.()
    assert.strictEqual((await stopped).done, true)
    const ended = waiting.next()
    await quire.close()
    assert.deepStrictEqual(await ended, { done: true, value: undefined })
    assert.strictEqual((await waiting.next()).done, true)
  })

  it("provides DNS records, or chooses the DNS servers", async () => {
    const texts = new Map<string, ReadonlyArray<string>>()
    await opened({ dns: { kind: "fixed", texts } }, async ({ as, handler, system }) => {
      const { id } = await system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
      const { id: organization } = await as(id).organizations.create({ title: "Acme" })
      const { token } = await as(id).tokens.create(id, { label: "t" })
      const send = async (method: string, path: string, body: object) => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
        const request = new Request(`http://quire.test/v1${path}`, { method, headers, body: JSON.stringify(body) })
        const answer = await handler(request)
        const text = await answer.text()
        return { status: answer.status, json: text === "" ? {} : JSON.parse(text) }
      }
      const { json: site } = await send("POST", `/orgs/${organization}/sites`, {})
      const hostname = "/custom-hostnames/docs.example.com"
      const { json: made } = await send("POST", hostname, { target: { type: "site", site: site.id } })
      assert.strictEqual((await send("PATCH", hostname, {})).status, 412)
      texts.set(made.verification.name, [made.verification.value])
      assert.strictEqual((await send("PATCH", hostname, {})).status, 204)
    })
    const { message, tag } = await refusal(
      Quire.open({ ...plain, dns: { kind: "servers", servers: ["127.0.0.1", "dns.test"] } })
    )
    assert.deepStrictEqual([tag, message.includes("dns.test")], ["UnreadableServer", true])
  })

  it("writes failures to stderr, one line each, when it provides no logger (rule host-warnings)", async () => {
    const lines: Array<string> = []
    const { write } = process.stderr
    process.stderr.write = (text: string | Uint8Array) => lines.push(String(text)) > 0
    try {
      const identify = () => Promise.reject(new Error("sessions are away"))
      await opened({ identify }, async ({ handler }) => {
        assert.strictEqual((await handler(new Request("http://quire.test/v1/user"))).status, 500)
        assert.strictEqual((await handler(new Request("http://quire.test/healthz"))).status, 200)
      })
    } finally {
      process.stderr.write = write
    }
    assert.lengthOf(lines, 1)
    assert.match(lines[0] ?? "", /^quire error: [^\n]*sessions are away\n$/)
  })

  it("finds its own line in the stack of any rejection, awaited there or not (rule host-error-stack)", async () => {
    const quire = await Quire.open(plain)
    const missing = UserId.make("nobody")
    const { spaces, users } = quire.as(missing)
    const getUnawaited = () => {
      const calls = [users.self(), spaces.get(SpaceId.make("none")), quire.system.users.get(missing)]
      return Promise.allSettled(calls)
    }
    const follow = async () => {
      for await (const _ of quire.system.events.follow("no cursor")) break
    }
    const later = async (call: () => Promise<unknown>) => {
      await quire.system.organizations.list({ limit: 1 })
      return call()
    }
    const stacks = (await getUnawaited()).map((settled) => (settled.status === "rejected" ? settled.reason.stack : ""))
    for (const call of [follow, () => later(() => quire.system.users.get(missing))]) {
      stacks.push(await call().then(String, (error: unknown) => (error instanceof Error ? error.stack : "")))
    }
    await quire.close()
    stacks.push(await users.self().then(String, (error: unknown) => (error instanceof Error ? error.stack : "")))
    assert.lengthOf(stacks, 6)
    for (const stack of stacks) {
      const [head, first] = stack.split("\n    at ")
      assert.match(head, /^QuireError: \S/)
      assert.include(first, "Quire.test.ts")
    }
  })

  it("fails when the engine was closed, before a call or during it", async () => {
    const quire = await Quire.open(plain)
    const { id } = await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
    await quire.close()
    const calls = [
      () => quire.system.users.get(id),
      () => quire.as(id).users.self(),
      () => quire.handler(new Request("http://quire.test/v1/user"))
    ]
    for (const call of calls) assert.strictEqual((await refusal(call())).tag, "QuireClosed")
    await quire.close()
  })

  it.each([
    ["baseUrl", { baseUrl: "" }],
    ["sitesUrl", { sitesUrl: "sites.test" }],
    ["sitesUrl", { sitesUrl: "http://quire.test:8080" }],
    ["sitesUrl", { sitesUrl: "http://sites.test/docs" }],
    ["baseUrl", { baseUrl: "quire.test" }],
    ["baseUrl", { baseUrl: "ftp://quire.test" }],
    ["baseUrl", { baseUrl: "javascript:alert(1)" }],
    ["baseUrl", { baseUrl: "http://quire.test/?a=1" }],
    ["baseUrl", { baseUrl: "http://quire.test/#" }],
    ["baseUrl", { baseUrl: "http://u:geheim@quire.test" }],
    ["appUrl", { appUrl: "/app" }],
    ["trustedProxies", { trustedProxies: ["10.0.0.0/8", "proxy.test"] }],
    ["mail.from", { mail: { kind: "smtp", url: "smtp://u:geheim@h", from: "nobody" } }],
    ["mail.from", { mail: { kind: "folder", directory: "letters", from: "Quire <quire@docs..test>" } }],
    ["secretKey", { secretKey: `geheim${"k".repeat(25)}` }],
    ["previousSecretKey", { previousSecretKey: `geheim${"k".repeat(25)}` }],
    ["store.url", { store: { kind: "postgres", url: "geheim" } }],
    ["store.url", { store: { kind: "postgres", url: "mysql://u:geheim@h/d" } }],
    ["store.replicas.urls", withReplicas(["geheim"])],
    ["store.replicas.urls", withReplicas(Array(17).fill("postgres://u:geheim@h/d"))],
    ["store.replicas.staleness", withReplicas([], 99)],
    ["store.replicas.staleness", withReplicas([], 600_001)],
    ["store.replicas.staleness", withReplicas([], 100.5)]
  ] as ReadonlyArray<readonly [string, Partial<Quire.Options>]>)(
    "fails with the rule of %s for %j",
    async (option, over) => {
      const { message, tag, text } = await refusal(Quire.open({ ...plain, ...over }))
      assert.strictEqual(tag, "OptionInvalid")
      assert.match(message, new RegExp(`^${option} must (?:be|have) `))
      assert.notInclude(message + text, "geheim")
    }
  )

  it.each(["http://quire.test", "https://quire.test:8443/docs/", "http://[::1]:4100"])(
    "accepts the base URL %s",
    (baseUrl) =>
      opened({ baseUrl }, async ({ system }) => {
        const { id } = await system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
        const { urls } = await system.users.get(id)
        assert.strictEqual(urls.location, `${baseUrl.replace(/\/$/, "")}/v1/users/${id}`)
      })
  )

  it("reports which database cannot be reached and why, without the password", async () => {
    const probe = createServer().listen(0, "127.0.0.1")
    await once(probe, "listening")
    const address = probe.address()
    const closed = typeof address === "object" && address !== null ? address.port : 0
    probe.close()
    const place = `127.0.0.1:${closed}`
    const opening = (places: string) =>
      refusal(Quire.open({ ...plain, store: { kind: "postgres", url: `postgres://quire:geheim@${places}/quire` } }))
    const { message, tag, text } = await opening(place)
    assert.deepStrictEqual(
      [tag, message],
      ["DatabaseUnusable", `the database "quire" at ${place} cannot be used: connect ECONNREFUSED ${place}`]
    )
    assert.notInclude(message + text, "geheim")
    const several = await opening(`${place},127.0.0.1:1`)
    assert.strictEqual(
      several.message,
      `the database "quire" at ${place}, 127.0.0.1:1 cannot be used: ${place}: connect ECONNREFUSED ${place}; 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1`
    )
    assert.notInclude(several.message + several.text, "geheim")
  })

  it("limits anonymous requests by the address that it provides", async () => {
    const clientAddress = (request: Request) => request.headers.get("x-peer") ?? undefined
    await opened({ rateLimit: 1, clientAddress }, async ({ handler }) => {
      const from = async (peer: string) =>
        (await handler(new Request("http://quire.test/v1/user", { headers: { "x-peer": peer } }))).status
      assert.deepStrictEqual(
        [await from("203.0.113.1"), await from("203.0.113.2"), await from("203.0.113.1")],
        [401, 401, 429]
      )
    })
  })

  it("limits anonymous requests by the address of their connection when it serves with Node", async () => {
    await opened({ rateLimit: 1 }, async ({ handler }) => {
      const listener = Quire.toNodeHandler(handler)
      const server = createHttpServer((incoming, response) => void listener(incoming, response))
      await once(server.listen(0, "127.0.0.1"), "listening")
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const from = (localAddress: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const sent = request({ host: "127.0.0.1", port, path: "/v1/user", localAddress, agent: false }, (answer) => {
            answer.resume().once("end", () => resolve(answer.statusCode))
          })
          sent.on("error", reject).end()
        })
      assert.deepStrictEqual(
        [await from("127.0.0.1"), await from("127.0.0.2"), await from("127.0.0.1")],
        [401, 401, 429]
      )
      server.close()
    })
  })

  it("logs nothing unless it provides a logger, which receives a line of JSON for each request", async () => {
    const printed: Array<string> = []
    const spied = [process.stdout, process.stderr].map((stream) => {
      const { write } = stream
      stream.write = (chunk) => printed.push(String(chunk)) > 0
      return () => void (stream.write = write)
    })
    const ask = ({ handler }: Quire.Quire) =>
      handler(new Request("http://quire.test/v1/user?token=geheim", { headers: { authorization: "Bearer geheim" } }))
    const lines: Array<string> = []
    try {
      await opened({}, async (quire) => void (await ask(quire)))
      await opened({ logger: (line) => lines.push(line) }, async (quire) => void (await ask(quire)))
    } finally {
      for (const restore of spied) restore()
    }
    assert.deepStrictEqual(printed, [])
    assert.lengthOf(lines, 1)
    const { message, route, status } = JSON.parse(lines[0] ?? "")
    assert.deepStrictEqual([message, route, status], ["request", "/v1/user", 401])
    assert.notInclude(lines[0], "geheim")
  })
})
