import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { script } from "../engine/integrations/asked.ts"
import { ask } from "../published/reader.ts"
import { engines } from "../support/engine.ts"
import { packed } from "../support/packed.ts"
import * as Server from "../support/server.ts"
import { newName, publication } from "./scenarios/integrations.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

describe.each(engines(import.meta.url))("public addresses of integrations on %s", (_, engine) => {
  let source: Source.Source
  let world: World.World
  let url: string
  let name: string
  let at: string
  beforeAll(async () => {
    source = await Source.open()
    world = await World.make(await Server.open(engine), source.url)
    url = await world.api.listen()
    name = newName(world)
    at = `${url}/integrations/${name}/fetch`
    const policy = "default-src 'none'"
    const body = { ...publication(world.organization), script, contentSecurityPolicy: policy }
    await world.send("admin", "POST", `/v1/integrations/${name}`, { body })
  })
  afterAll(async () => {
    await world.api.close()
    await source.close()
  })

  it("passes the request to scripts without cookies and proxy headers (rule integration-endpoint)", async () => {
    const answer = await fetch(`${at}/a%20b/c?x=%2F&y`, {
      method: "PUT",
      headers: {
        "content-type": "text/csv",
        cookie: "session=canary",
        "x-forwarded-for": "192.0.2.1",
        forwarded: "for=192.0.2.1",
        "x-own": "kept"
      },
      body: "a,b"
    })
    assert.strictEqual(answer.status, 200)
    const { body, request } = (await answer.json()) as {
      readonly body: string
      readonly request: { readonly method: string; readonly url: string; readonly headers: Record<string, string> }
    }
    assert.deepStrictEqual([body, request.method], ["a,b", "put"])
    assert.match(request.url, /\/integrations\/[^/]+\/fetch\/a%20b\/c\?x=%2F&y$/)
    assert.deepInclude(request.headers, { "content-type": "text/csv", "x-own": "kept" })
    for (const name of ["cookie", "x-forwarded-for", "forwarded", "host", "connection", "content-length"]) {
      assert.notProperty(request.headers, name)
    }
  })

  it("passes no token of this server to scripts (rule integration-endpoint)", async () => {
    const told = async (headers: Record<string, string>) => {
      const answer = (await (await fetch(at, { headers })).json()) as {
        readonly request: { readonly headers: Record<string, string> }
      }
      return answer.request.headers
    }
    const { token } = world.people.admin
    const { json } = await world.send("admin", "POST", `/v1/orgs/${world.organization}/ping`)
    for (const own of [token, String(json["serviceVisitorClaims"])]) {
      const headers = await told({ authorization: `Bearer ${own}`, "x-key": own, "x-own": "kept" })
      assert.strictEqual(headers["x-own"], "kept")
      assert.notProperty(headers, "authorization")
      assert.notProperty(headers, "x-key")
    }
    assert.strictEqual((await told({ authorization: "Bearer theirs" }))["authorization"], "Bearer theirs")
  })

  it("allows redirects below itself or to another absolute URL (rule integration-endpoint-answer)", async () => {
    const path = new URL(at).pathname
    const led = async (to: string) => {
      const answer = await fetch(`${at}/redirect?to=${encodeURIComponent(to)}`, { redirect: "manual" })
      assert.strictEqual(answer.status, 302, to)
      return answer.headers.get("location")
    }
    for (const [to, expected] of [
      ["https://provider.test/authorize?a=b", "https://provider.test/authorize?a=b"],
      ["next?a=b", "next?a=b"],
      ["/done", `${path}/done`],
      [`${path}/done`, `${path}/done`],
      ["//evil.test/a", `${path}/evil.test/a`],
      ["/\\evil.test", `${path}/evil.test`],
      ["\\\\evil.test", `${path}/evil.test`],
      ["/\t/evil.test", `${path}/evil.test`],
      ["javascript:alert(1)", null],
      ["data:text/html,x", null]
    ] as const) {
      assert.strictEqual(await led(to), expected, to)
    }
  })

  it("passes responses of scripts on as untrusted content (rule integration-endpoint-answer)", async () => {
    const answer = await fetch(`${at}/headers`, { redirect: "manual" })
    assert.deepStrictEqual([answer.status, await answer.text()], [418, "<p>hi</p>"])
    const { headers } = answer
    const passed = ["content-type", "x-own", "cache-control", "location", "x-content-type-options", "referrer-policy"]
    assert.deepStrictEqual(
      passed.map((each) => headers.get(each)),
      ["text/html", "kept", "public, max-age=60", "https://elsewhere.test/", "nosniff", "no-referrer"]
    )
    assert.strictEqual(
      headers.get("content-security-policy"),
      "sandbox allow-scripts allow-forms allow-popups, default-src 'none', img-src 'none'"
    )
    for (const dropped of [
      "set-cookie",
      "strict-transport-security",
      "clear-site-data",
      "www-authenticate",
      "content-encoding"
    ]) {
      assert.isNull(headers.get(dropped), dropped)
    }
    assert.notStrictEqual(headers.get("x-request-id"), "theirs")
    const head = await fetch(`${at}/headers`, { method: "HEAD" })
    assert.deepStrictEqual([head.status, await head.text()], [418, ""])
  })

  it("passes on a final status, and no body where the status has none (rule integration-endpoint-answer)", async () => {
    for (const mode of ["status199", "status600", "half"]) {
      const answer = await fetch(`${at}/${mode}`)
      assert.strictEqual(answer.status, 502, mode)
      await answer.text()
    }
    const empty = await fetch(`${at}/empty`)
    assert.deepStrictEqual([empty.status, await empty.text(), empty.headers.get("content-length")], [204, "", null])
    assert.strictEqual((await fetch(`${at}/x`)).status, 200, "the connection goes on")
  })

  it("resolves every spelling of a path to one endpoint (rule integration-endpoint)", async () => {
    for (const path of [
      `/integrations/${name}%2Ffetch`,
      `/integrations/x%2F..%2F${name}/fetch`,
      `/integrations/${name}%00/fetch`,
      `/integrations/${name}/installations/%2E%2E/fetch`,
      `/Integrations/${name}/fetch`,
      `/v1/integrations/${name}/fetch`
    ]) {
      assert.strictEqual((await ask(url, path)).status, 404, path)
    }
    const below = async (path: string, init?: RequestInit) => {
      const told = (await (await fetch(at + path, init)).json()) as {
        readonly request: { readonly url: string; readonly method: string }
      }
      return [told.request.method, told.request.url.replace(/^.*?\/fetch/, "")]
    }
    assert.deepStrictEqual(await below("/a%2Fb/c/fetch?fetch=/fetch"), ["get", "/a%2Fb/c/fetch?fetch=/fetch"])
    assert.deepStrictEqual(await below("//evil.test"), ["get", "/evil.test"])
    const headers = { "x-http-method-override": "DELETE" }
    assert.deepStrictEqual(await below("/x?_method=PUT", { method: "POST", headers }), ["post", "/x?_method=PUT"])
  })

  it("returns failures in the error format of the API (rule integration-failures)", async () => {
    for (const mode of ["throw", "huge", "nothing"]) {
      const answer = await fetch(`${at}/${mode}`)
      const { error } = (await answer.json()) as { readonly error: { readonly reason: string } }
      assert.deepStrictEqual([answer.status, error.reason], [502, "ScriptFailed"], mode)
    }
  })

  it("serves requests up to the body limit while the integration is published (rule integration-endpoint)", async () => {
    const status = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).status
    const sent = (bytes: number) => status(`/integrations/${name}/fetch`, { method: "POST", body: "x".repeat(bytes) })
    assert.deepStrictEqual([await sent(1_048_576), await sent(1_048_577)], [200, 413])
    assert.strictEqual(await status(`/integrations/${name}/fetch`, { method: "PATCH" }), 405)
    for (const path of ["/integrations/unknown/fetch", `/integrations/${name}/installations/nothing/fetch`]) {
      assert.strictEqual(await status(path), 404, path)
    }
    await world.send("admin", "DELETE", `/v1/integrations/${name}`)
    assert.strictEqual(await status(`/integrations/${name}/fetch`), 404)
  })

  it("accepts compressed component requests (rule integration-render-compressed)", async () => {
    const render = (request: string) =>
      world.send("admin", "GET", `/v1/integrations/${name}/render?request=${encodeURIComponent(request)}`)
    const context = { type: "document", theme: "light", spaceId: world.docs.space, editable: false }
    const asked = { componentId: "card", props: {}, context }
    assert.strictEqual((await render(packed(asked))).status, 404, "it is unpublished")
    for (const wrong of ["", "!", packed("x"), packed({ ...asked, other: 1 }), packed({ ...asked, props: null })]) {
      const { json, status } = await render(wrong)
      assert.deepStrictEqual([status, (json["error"] as unknown as { code: number }).code], [400, 400], wrong)
    }
  })
})
