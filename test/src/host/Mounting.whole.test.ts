import { serve } from "@hono/node-server"
import { Quire } from "@quire/http"
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { listen } from "../support/mounted.ts"

interface Mounted {
  readonly url: string
  readonly close: () => Promise<void>
}

type Mount = (quire: Quire.Quire, prefix: string) => Promise<Mounted>

const ofExpress = (build: (app: express.Express, quire: Quire.Quire, prefix: string) => void): Mount => {
  return (quire, prefix) => {
    const app = express()
    app.get("/", (_, response) => void response.send("the host"))
    build(app, quire, prefix)
    return listen((request, response) => app(request, response))
  }
}

const ofHono = (build: (app: Hono, quire: Quire.Quire, prefix: string) => void): Mount => {
  return async (quire, prefix) => {
    const app = new Hono()
    app.get("/", (context) => context.text("the host"))
    build(app, quire, prefix)
    return new Promise((done) => {
      const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
        done({
          url: `http://127.0.0.1:${port}`,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed())
              if ("closeAllConnections" in server) server.closeAllConnections()
            })
        })
      )
    })
  }
}

/** Fastify parses bodies before its handlers run, unless the parsers are removed. */
const ofFastify: Mount = async (quire, prefix) => {
  const app = fastify()
  app.get("/", async () => "the host")
  app.register(async (api) => {
    const handle = Quire.toNodeHandler(quire.handler)
    api.removeAllContentTypeParsers()
    api.addContentTypeParser("*", (_request, _body, done) => done(null))
    for (const path of [prefix, `${prefix}/*`]) {
      api.all(path, (request, reply) => {
        reply.hijack()
        void handle(request.raw, reply.raw)
      })
    }
  })
  const url = await app.listen({ port: 0, host: "127.0.0.1" })
  return { url, close: () => app.close() }
}

/** Frameworks that take the path away from which something is mounted, and others that leave it there. */
const mounts: ReadonlyArray<readonly [name: string, mount: Mount]> = [
  ["Express", ofExpress((app, { handler }, prefix) => app.use(prefix, Quire.toNodeHandler(handler)))],
  ["Express, at its root", ofExpress((app, { handler }) => app.use(Quire.toNodeHandler(handler)))],
  ["Hono, mounted", ofHono((app, { handler }, prefix) => app.mount(prefix, handler))],
  ["Hono, as a route", ofHono((app, { handler }, prefix) => app.all(`${prefix}/*`, (c) => handler(c.req.raw)))],
  ["Fastify", ofFastify],
  [
    "Node",
    (quire) => {
      const answer = Quire.toNodeHandler(quire.handler)
      return listen((request, response) => void answer(request, response))
    }
  ]
]

/** The last is the name of a path of the API itself. */
const prefixes = ["/docs/api", "/docs", "/v1"]

const cases = prefixes.flatMap((prefix) => mounts.map(([name, mount]) => ({ prefix, name, mount })))

describe.each(cases)("an engine mounted at $prefix by $name", ({ mount, prefix }) => {
  const base = `http://quire.test${prefix}`
  let quire: Quire.Quire
  let host: Mounted
  let token = ""
  let published = ""
  beforeAll(async () => {
    quire = await Quire.open({ store: { kind: "memory" }, baseUrl: base, upkeep: "off" })
    host = await mount(quire, prefix)
    const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    const as = quire.as(id)
    token = (await as.tokens.create(id, { label: "test" })).token
    const { id: organization } = await as.organizations.create({ title: "Acme" })
    const space = await as.spaces.create(organization, { title: "Guide", editMode: "live" })
    await as.content.edit(
      { space: space.id },
      { changes: [{ operation: "insert_page", title: "Welcome", document: { markdown: "Read on.\n" } }] }
    )
    await as.spaces.update(space.id, { editMode: "locked" })
    const site = await as.sites.create(organization, { title: "Acme", visibility: "public", spaces: [space.id] })
    published = (await as.sites.publish(organization, site.id)).urls.published ?? ""
  })
  afterAll(async () => {
    await host.close()
    await quire.close()
  })

  /** Asks the host at the path of an address of the engine's. */
  const ask = (address: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(address, `${base}/`)
    return fetch(`${host.url}${pathname}${search}`, {
      redirect: "manual",
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers }
    })
  }

  it("serves below the prefix and returns addresses below it (rule mount-prefix)", async () => {
    const self = await ask("v1/user")
    assert.strictEqual(self.status, 200)
    const { urls } = JSON.parse(await self.text())
    assert.isTrue(urls.location.startsWith(`${base}/v1/users/`))
    assert.strictEqual((await ask(urls.location)).status, 200)
    const made = await ask("v1/orgs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title: "Made" })
    })
    assert.strictEqual(made.status, 201)
    assert.strictEqual((await ask(made.headers.get("location") ?? "")).status, 200)
    assert.strictEqual((await ask("v1/nothing")).status, 404)
    assert.strictEqual((await ask("v1/user", { method: "PUT" })).status, 405)
    assert.strictEqual((await ask("readyz")).status, 200)
  })

  it("states its location in the API document (rule mount-prefix)", async () => {
    const answer = await ask("openapi.json")
    assert.deepStrictEqual(JSON.parse(await answer.text()).servers, [{ url: base }])
  })

  it("keeps the links of the API reference below it (rule mount-prefix)", async () => {
    const first = `${base}/docs`
    const waiting = [first]
    const seen = new Set(waiting)
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      const answer = await ask(address)
      assert.strictEqual(answer.status, 200, address)
      if (!(answer.headers.get("content-type") ?? "").startsWith("text/html")) continue
      for (const [, found = ""] of (await answer.text()).matchAll(/ (?:href|src|action)="([^"#]+)/g)) {
        const next = new URL(found, address)
        assert.isTrue(next.href.startsWith(`${base}/`), `${found} on ${address}`)
        if (!seen.has(next.href) && seen.size < 12) waiting.push(next.href)
        seen.add(next.href)
      }
    }
    assert.isAbove(seen.size, 10)
    const again = await ask(`${base}/docs//rules/`)
    assert.strictEqual(again.status, 308)
    assert.strictEqual(new URL(again.headers.get("location") ?? "", `${base}/docs//rules/`).href, `${base}/docs/rules`)
  })

  it("keeps addresses and redirects of the sign-in page below it (rule mount-prefix)", async () => {
    const page = await ask("sign-in", { headers: { accept: "text/html" } })
    assert.strictEqual(page.status, 200)
    for (const [, found = ""] of (await page.text()).matchAll(/ (?:href|src|action)="([^"#]+)/g)) {
      assert.isTrue(new URL(found, `${base}/sign-in`).href.startsWith(`${base}/`), found)
    }
    const out = await ask("sign-out", { method: "POST", headers: { origin: "http://quire.test" } })
    assert.deepStrictEqual([out.status, out.headers.get("location")], [303, `${base}/sign-in`])
  })

  it("keeps pages, styles and redirects of sites below it (rule mount-prefix)", async () => {
    assert.isTrue(published.startsWith(`${base}/sites/`))
    const page = await ask(published, { headers: { accept: "text/html" } })
    const text = await page.text()
    assert.strictEqual(page.status, 200)
    const [, style = ""] = /href="([^"]+\.css)"/.exec(text) ?? []
    const at = new URL(style, published)
    assert.isTrue(at.href.startsWith(published))
    assert.strictEqual((await ask(at.href)).status, 200)
    const moved = await ask(`${published}Welcome`)
    assert.isAtLeast(moved.status, 300)
    assert.strictEqual(new URL(moved.headers.get("location") ?? "", `${published}Welcome`).href, published)
  })
})

describe("a body that the host's framework has read (rule request-refusals)", () => {
  const frameworks: ReadonlyArray<readonly [name: string, mount: Mount]> = [
    [
      "express.json()",
      ofExpress((app, { handler }, prefix) => app.use(express.json()).use(prefix, Quire.toNodeHandler(handler)))
    ],
    [
      "express.raw()",
      ofExpress((app, { handler }, prefix) =>
        app.use(express.raw({ type: "*/*" })).use(prefix, Quire.toNodeHandler(handler))
      )
    ],
    [
      "Hono",
      ofHono((app, { handler }, prefix) =>
        app.all(`${prefix}/*`, async (context) => {
          if (context.req.method !== "GET") await context.req.json().catch(() => null)
          return handler(context.req.raw)
        })
      )
    ]
  ]

  it.each(frameworks)("returns an error to the client, by %s, and creates nothing", async (_, mount) => {
    const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test/docs/api", upkeep: "off" })
    const host = await mount(quire, "/docs/api")
    const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
    const { token } = await quire.as(id).tokens.create(id, { label: "test" })
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const send = (body: string) => fetch(`${host.url}/docs/api/v1/orgs`, { method: "POST", headers, body })
    const refused = await send('{"title":"Acme"}')
    const { error } = JSON.parse(await refused.text())
    assert.deepStrictEqual([refused.status, error.reason], [400, "BodyConsumed"])
    assert.include(error.message, "express.json()")
    assert.isEmpty((await quire.as(id).organizations.list({ limit: 1 })).items)
    assert.strictEqual((await fetch(`${host.url}/docs/api/v1/user`, { headers })).status, 200)
    await host.close()
    await quire.close()
  })
})
