import { afterEach, assert, describe, it } from "@effect/vitest"
import { UserId } from "@quire/core"
import type { Identify } from "../src/host/Identify.ts"
import * as Quire from "../src/host/Quire.ts"
import type { Content } from "./support/Web.ts"

const opened: Array<Quire.Quire> = []
afterEach(async () => {
  for (const quire of opened.splice(0)) await quire.close()
})

interface Me extends Content {
  readonly id: string
  readonly email: string
  readonly displayName: string
  readonly items: ReadonlyArray<{ readonly type: string }>
}

const open = async (identify: Identify, options: Partial<Quire.Options> = {}) => {
  const quire = await Quire.open({
    upkeep: "off",
    store: { kind: "memory" },
    baseUrl: "http://quire.test",
    identify,
    ...options
  })
  opened.push(quire)
  const send = async (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
    const answer = await quire.handler(
      new Request(`http://quire.test${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
    )
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text === "" ? "{}" : text) as Me }
  }
  const person = (name: string) => quire.system.users.ensure({ email: `${name}@host.test`, displayName: name })
  return { quire, send, person }
}

/** A host whose session cookie holds an address. */
const bySession: Identify = async ({ headers }) => {
  const email = /session=([^;]+)/.exec(headers.get("cookie") ?? "")?.[1]
  if (email === undefined) return null
  return { email, displayName: "From the host", externalId: email.toLowerCase(), emailVerified: true }
}

const session = (name: string) => ({ cookie: `theme=dark; session=${name}@host.test` })

describe("a host that provides identity", () => {
  it("creates a user on the first request, and keeps it afterwards", async () => {
    const { quire, send } = await open(bySession)
    const first = await send("GET", "/v1/user", session("ada"))
    assert.deepStrictEqual(
      [first.status, first.json.email, first.json.displayName],
      [200, "ada@host.test", "From the host"]
    )
    const again = await send("PATCH", `/v1/users/${first.json.id}`, session("ADA"), { displayName: "Ada" })
    assert.deepStrictEqual([again.json.id, again.json.displayName], [first.json.id, "Ada"])
    assert.strictEqual((await send("GET", "/v1/user", session("ada"))).json.displayName, "Ada")
    const made = await send("POST", "/v1/orgs", session("ada"), { title: "Acme" })
    const { items } = await quire.system.audit.list(made.json.id as never, {}, { limit: 10 })
    assert.deepStrictEqual(
      items.map(({ actor, token }) => [actor.id, token]),
      [[first.json.id, undefined]]
    )
  })

  it("identifies the caller by id, receives the request, and takes precedence over a token", async () => {
    const seen: Array<string> = []
    let user = UserId.make("nobody")
    const { person, quire, send } = await open(async ({ headers, method, url }) => {
      seen.push(`${method} ${new URL(url, "http://quire.test").pathname} ${headers.get("X-Session")}`)
      return headers.has("x-session") ? { user } : null
    })
    const ada = await person("ada")
    const grace = await person("grace")
    const { token } = await quire.system.tokens.create(grace.id, { label: "t" })
    const bearer = { authorization: `Bearer ${token}` }
    user = ada.id
    assert.strictEqual((await send("GET", "/v1/user", { "x-session": "1", ...bearer })).json.id, ada.id)
    assert.strictEqual((await send("GET", "/v1/user", bearer)).json.id, grace.id)
    assert.deepStrictEqual(seen, ["GET /v1/user 1", "GET /v1/user null"])
  })

  it("rejects a caller with the address of another user", async () => {
    let externalId = "h-1"
    const { send } = await open(async () => ({ email: "ada@host.test", displayName: "Ada", externalId }))
    const ada = await send("GET", "/v1/user")
    externalId = "h-2"
    const heir = await send("GET", "/v1/user")
    assert.deepStrictEqual([ada.status, heir.status, heir.json.error.reason], [200, 401, "Unauthenticated"])
    externalId = "h-1"
    assert.strictEqual((await send("GET", "/v1/user")).json.id, ada.json.id)
  })

  it.each(["nobody", "system", "", "a99999999999999999999999999"])(
    "rejects %j, which is no user's id, even with a token",
    async (id) => {
      const { person, quire, send } = await open(async () => ({ user: id as UserId }))
      const { token } = await quire.system.tokens.create((await person("ada")).id, { label: "t" })
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        const answer = await send("GET", "/v1/user", headers)
        assert.deepStrictEqual([answer.status, answer.json.error.reason], [401, "Unauthenticated"])
      }
    }
  )

  it("returns 401 without a caller when there is no token or a bad one", async () => {
    const { send } = await open(async () => null)
    assert.strictEqual((await send("GET", "/v1/user")).status, 401)
    assert.strictEqual((await send("GET", "/v1/user", { authorization: "Bearer quire_x" })).status, 401)
  })

  it.each([
    ["rejects", async () => Promise.reject(new Error("session=secret-4711 is broken"))],
    [
      "throws",
      () => {
        throw new Error("session=secret-4711 is broken")
      }
    ],
    ["answers with no address", async () => ({ email: "secret-4711", displayName: "x" })],
    ["answers nonsense", async () => ({}) as never]
  ] as ReadonlyArray<readonly [string, Identify]>)("returns 500 without details: %s", async (_, identify) => {
    const { person, quire, send } = await open(identify)
    const { token } = await quire.system.tokens.create((await person("ada")).id, { label: "t" })
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const answer = await send("GET", "/v1/user", headers)
      assert.strictEqual(answer.status, 500)
      assert.notInclude(answer.text, "4711")
    }
  })

  it("ignores identity for a cross-site change, but accepts a token", async () => {
    const { person, quire, send } = await open(bySession)
    const ada = await person("ada")
    const { token } = await quire.system.tokens.create(ada.id, { label: "t" })
    const change = (headers: Record<string, string>) =>
      send("PATCH", `/v1/users/${ada.id}`, { ...session("ada"), ...headers }, { displayName: `Ada ${Math.random()}` })
    for (const site of ["cross-site", "Cross-Site", "CROSS-SITE"]) {
      assert.strictEqual((await change({ "sec-fetch-site": site })).status, 403)
      const withToken = { "sec-fetch-site": site, authorization: `Bearer ${token}` }
      assert.strictEqual((await change(withToken)).status, 200)
      assert.strictEqual((await send("GET", "/v1/user", { ...session("ada"), "sec-fetch-site": site })).status, 200)
    }
    for (const foreign of [
      { "sec-fetch-site": "same-site" },
      { origin: "http://app.quire.test" },
      { origin: "null" }
    ]) {
      const refused = await change(foreign)
      assert.strictEqual(refused.status, 403)
      assert.strictEqual(refused.json.error.reason, "OriginRefused")
      assert.match(refused.json.error.message, /identifyOrigins.*API token/)
      if (foreign.origin?.startsWith("http")) assert.include(refused.json.error.message, foreign.origin)
    }
    assert.strictEqual(
      (await send("POST", "/v1/orgs", { "sec-fetch-site": "cross-site" }, { title: "Acme" })).status,
      401
    )
    assert.strictEqual((await change({ origin: "http://evil.test", authorization: "Bearer x" })).status, 401)
    assert.strictEqual((await change({ origin: "http://quire.test" })).status, 200)
    for (const site of ["same-origin", "none"]) {
      assert.strictEqual((await change({ "sec-fetch-site": site })).status, 200)
    }
    assert.strictEqual((await change({})).status, 200)
    for (const method of ["POST", "PUT", "DELETE"]) {
      const path = method === "POST" ? "/v1/orgs" : method === "PUT" ? `/v1/orgs/${ada.id}/merge-rules` : "/v1/spaces/x"
      const body = method === "DELETE" ? undefined : { title: "Acme", rules: [] }
      const forged = { ...session("ada"), "sec-fetch-site": "cross-site" }
      assert.strictEqual((await send(method, path, forged, body)).status, 403)
    }
  })

  it("accepts a change from a page of an origin that the host lists (rule identify-forgery)", async () => {
    const { person, send } = await open(bySession, { identifyOrigins: ["http://app.quire.test"] })
    const ada = await person("ada")
    const change = async (headers: Record<string, string>) =>
      (await send("PATCH", `/v1/users/${ada.id}`, { ...session("ada"), ...headers }, { displayName: "Ada" })).status
    assert.strictEqual(await change({ "sec-fetch-site": "same-site", origin: "http://app.quire.test" }), 200)
    assert.strictEqual(await change({ origin: "http://app.quire.test" }), 200)
    assert.strictEqual(await change({ "sec-fetch-site": "same-site", origin: "http://evil.quire.test" }), 403)
    assert.strictEqual(await change({ "sec-fetch-site": "same-site" }), 403)
  })

  it("accepts a user whom an issuer names, except after erasure (rule user-identity)", async () => {
    const pair = { issuer: "https://provider.test", externalId: "7" }
    let email = "ada@host.test"
    const { quire, send } = await open(async ({ headers }) => {
      const user = headers.get("x-user")
      return user === null ? { ...pair, email, displayName: "Ada" } : { user: user as UserId }
    })
    const { id } = (await send("GET", "/v1/user")).json
    email = "lovelace@host.test"
    assert.deepInclude((await send("GET", "/v1/user")).json, { id, email })
    assert.strictEqual((await send("GET", "/v1/user", { "x-user": id })).status, 200)
    await quire.system.users.erase(id as UserId)
    assert.strictEqual((await send("GET", "/v1/user", { "x-user": id })).status, 401)
    const heir = (await send("GET", "/v1/user")).json
    assert.strictEqual(heir.email, email)
    assert.notStrictEqual(heir.id, id)
  })

  it("gives each user a separate budget, independent of the session name", async () => {
    const { send } = await open(bySession, { rateLimit: 3 })
    const statuses = async (name: string, count: number) => {
      const found: Array<number> = []
      for (let at = 0; at < count; at++) {
        found.push((await send("GET", "/v1/user", { cookie: `session=${name}@host.test; nonce=${at}` })).status)
      }
      return found
    }
    assert.deepStrictEqual(await statuses("ada", 4), [200, 200, 200, 429])
    assert.deepStrictEqual(await statuses("grace", 4), [200, 200, 200, 429])
    assert.deepStrictEqual(await statuses("ADA", 1), [429])
  })
})
