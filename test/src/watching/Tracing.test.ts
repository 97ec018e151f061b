import { Quire } from "@quire/http"
import { Effect, Exit, Layer, ManagedRuntime, Redacted, Scope, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { collect, type Received } from "../support/collector.ts"
import * as Database from "../support/database.ts"

const caller = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" }
const secret = "Xylophone-of-Zanzibar"

describe("the trace of a request", () => {
  let collector: Awaited<ReturnType<typeof collect>>
  let quire: Quire.Quire
  let scope: Scope.Closeable
  let flush: () => Promise<void>
  let token = ""
  let organization = ""

  const send = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: object) =>
    quire.handler(
      new Request(`http://quire.test${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )

  beforeAll(async () => {
    collector = await collect()
    scope = await Effect.runPromise(Scope.make())
    const { database, host, password, port, username } = await Effect.runPromise(Scope.provide(Database.fresh, scope))
    const exporting = ManagedRuntime.make(
      OtlpTracer.layer({
        url: `${collector.url}/v1/traces`,
        resource: { serviceName: "host" },
        exportInterval: "1 hour"
      }).pipe(Layer.provide(Layer.merge(OtlpSerialization.layerJson, FetchHttpClient.layer)))
    )
    flush = () => exporting.dispose()
    quire = await Quire.open({
      upkeep: "off",
      store: {
        kind: "postgres",
        url: `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
      },
      baseUrl: "http://quire.test",
      tracer: await exporting.runPromise(Tracer.Tracer)
    })
    const ann = await quire.system.users.ensure({ email: "ann@t.test", displayName: "Ann" })
    token = (await quire.system.tokens.create(ann.id, { label: "one" })).token
    const made = await send("POST", "/v1/orgs", {}, { title: "Acme" })
    organization = ((await made.json()) as { readonly id: string }).id
    const traceparent = `00-${caller.trace}-${caller.span}-01`
    await send("POST", `/v1/orgs/${organization}/spaces`, { traceparent }, { title: secret })
    await send("GET", `/v1/orgs/${organization}/members?search=${secret}`)
    await send("GET", `/v1/spaces/${secret}`)
    await quire.close()
    await flush()
  })
  afterAll(async () => {
    await collector.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const childrenOf = ({ spanId }: Received) => collector.spans.filter(({ parent }) => parent === spanId)
  const requests = () => collector.spans.filter(({ kind }) => kind === 2)
  const named = (name: string) => {
    const found = requests().find((span) => span.name === name)
    assert(found !== undefined, `no span ${name} among ${requests().map((span) => span.name)}`)
    return found
  }

  it("contains the request, its operation and its statements, and continues the caller's trace (rule trace-whole)", () => {
    const request = named("POST /v1/orgs/{organizationId}/spaces")
    assert.deepStrictEqual([request.traceId, request.parent], [caller.trace, caller.span])
    assert.strictEqual(request.attributes.get("http.route"), "/v1/orgs/{organizationId}/spaces")
    assert.strictEqual(request.attributes.get("http.request.method"), "POST")
    assert.strictEqual(Number(request.attributes.get("http.response.status_code")), 201)
    const operation = childrenOf(request).find(({ name }) => name === "Spaces.create")
    assert(operation !== undefined)
    const statements = childrenOf(operation)
    assert.isAbove(statements.length, 0)
    for (const { attributes, kind, traceId } of statements) {
      assert.deepStrictEqual([kind, traceId, attributes.get("db.system.name")], [3, caller.trace, "postgresql"])
    }
    const texts = statements.map(({ attributes }) => String(attributes.get("db.query.text"))).join("\n")
    assert.match(texts, /insert into "?quire"?\."?spaces"?/)
    assert.match(texts, /commit/i)
  })

  it("has one root for every span of a request", () => {
    const byId = new Map(collector.spans.map((span) => [span.spanId, span]))
    const rootOf = (span: Received): Received => {
      const parent = byId.get(span.parent ?? "")
      return parent === undefined ? span : rootOf(parent)
    }
    for (const span of collector.spans.filter(({ kind }) => kind === 3)) assert.notStrictEqual(rootOf(span).kind, 3)
    assert.strictEqual(new Set(requests().map(({ traceId }) => traceId)).size, requests().length)
    assert.strictEqual(requests().length, 4)
  })

  it("contains no values and no error messages (rule trace-content)", () => {
    const absent = named("GET /v1/spaces/{spaceId}")
    assert.strictEqual(Number(absent.attributes.get("http.response.status_code")), 404)
    assert.notStrictEqual(absent.status, 2)
    const all = collector.texts.join("\n")
    for (const value of [secret, token, organization, "Acme", "ann@t.test"]) assert.notInclude(all, value)
    assert.deepStrictEqual([...collector.services], ["host"])
  })
})
