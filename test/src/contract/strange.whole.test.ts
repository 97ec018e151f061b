import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Server from "../support/server.ts"
import { type Endpoint, endpoints, target } from "./endpoints.ts"
import { nothing } from "./nothing.ts"
import { type Call, scenarios } from "./scenarios.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

/** How often each endpoint is asked out of order. */
const count = Rounds.rounds(3, 900, 8)

/** A request that is wrong in one place, or in none that anybody would mind. */
interface Strange {
  readonly fault: string
  readonly who: World.Who | undefined
  readonly path: string
  readonly sent: Server.Sent
}

const values = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e3",
    "007",
    "NaN",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
    "a,b",
    "*",
    "%",
    nothing
  ),
  fc.constantFrom("x".repeat(65), "x".repeat(5_000), "é", "😀", "\u0000", "\u202e", "../..", "..", ".", "a/b", "a b"),
  fc.constantFrom("'; drop table quire.spaces; --", "${7*7}", "__proto__", "constructor", "%2e%2e%2f"),
  fc.string({ unit: "binary", maxLength: 12 }).filter((text) => text.isWellFormed())
)

/** Escapes that no text has: cut, of bytes that are not UTF-8, of lone surrogates. */
const escapes = fc.constantFrom("%", "%f", "%zz", "%ff", "%c0%af", "%ed%a0%80", "%00", "%25%32%65", "%2F%2F")

const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  { authorization: "" },
  { authorization: "Bearer" },
  { authorization: "Basic eDp4" },
  { authorization: `Bearer ${"x".repeat(4_000)}` },
  { authorization: "Bearer qu_\u00e9" },
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-7" },
  { "content-type": "multipart/form-data" },
  { "content-encoding": "gzip" },
  { "content-length": "9999999" },
  { accept: "text/html" },
  { "accept-language": "x".repeat(2_000) },
  { "if-none-match": '"x"' },
  { range: "bytes=9-1" },
  { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" },
  { "x-forwarded-for": "::1, garbage", host: "elsewhere.test" }
)

const withQuery = (path: string, pairs: ReadonlyArray<readonly [string, string]>): string => {
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")
  return `${path}${path.includes("?") ? "&" : "?"}${query}`
}

/** Whether clients, which resolve dots, ask the API at all. */
const isOfApi = (path: string): boolean => new URL(path, "http://host.test").pathname.startsWith("/v1/")

/** Requests of an endpoint whose path, query or headers are strange; their bodies are those of other tests. */
const strangers = (endpoint: Endpoint, made: Call): fc.Arbitrary<Strange> => {
  const scenario = scenarios[endpoint.name]
  const own = { who: scenario?.by, path: target(endpoint, made), sent: { body: made.body, ...made.sent } }
  const parameters = endpoint.parameters.filter((name) => made.path?.[name] !== undefined)
  const names = [...endpoint.queries, "limit", "page", "format", "unknown", "__proto__"]
  const inPath = fc.tuple(fc.constantFrom("", ...parameters), values).map(([name, value]) => ({
    ...own,
    fault: `the path has ${JSON.stringify(value.slice(0, 20))}`,
    path: name === "" ? own.path : target(endpoint, made, { [name]: value === "" ? " " : value })
  }))
  const escaped = fc.tuple(escapes, fc.nat(6)).map(([escape, at]) => {
    const parts = own.path.split("/")
    return {
      ...own,
      fault: `the path has ${escape}`,
      path: parts.with(2 + (at % (parts.length - 2)), escape).join("/")
    }
  })
  const inQuery = fc
    .array(fc.tuple(fc.oneof(fc.constantFrom(...names), values), values), { minLength: 1, maxLength: 4 })
    .map((pairs) => ({ ...own, fault: "the query is strange", path: withQuery(own.path, pairs) }))
  const headed = headers.map((given) => ({ ...own, fault: "headers", sent: { ...own.sent, headers: given } }))
  const blind = values.map((text) => ({ ...own, fault: "a body of text", sent: { text } }))
  return fc.oneof(inPath, escaped, inQuery, headed, ...(endpoint.method === "GET" ? [] : [blind]))
}

describe("a strange request", () => {
  let twins: Awaited<ReturnType<typeof Server.openTwins>>
  let world: World.World
  let source: Source.Source
  let refused = 0

  beforeAll(async () => {
    source = await Source.open()
    twins = await Server.openTwins()
    world = await World.make(twins.api, source.url)
  })
  afterAll(async () => {
    await twins.close()
    await source.close()
    assert.deepStrictEqual(world.api.failures, [])
    assert.isAbove(refused, endpoints.length)
  })

  const tried = async (endpoint: Endpoint, { fault, path, sent, who }: Strange) => {
    const before = await twins.api.run(Server.state)
    const answer = await world.send(who, endpoint.method, path, sent)
    const said = `${who} ${endpoint.method} ${path.slice(0, 300)}: ${fault}: ${answer.status} ${answer.text.slice(0, 300)}`
    assert.isBelow(answer.status, 500, said)
    if (answer.status >= 400) {
      refused += 1
      if (sent.headers?.["accept"] === "text/html") assert.match(answer.text, /^<!DOCTYPE html>/, said)
      else if (isOfApi(path)) {
        assert.strictEqual(answer.json.error?.code, answer.status, said)
        assert.match(answer.json.error.reason, /^[A-Z][A-Za-z]+$/, said)
      }
      const after = await twins.api.run(Server.state)
      assert.isTrue(before.length === after.length && after.every((part, at) => part === before[at]), said)
    }
  }

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "gets a response from %s and changes nothing if it is refused",
    { timeout: 600_000 },
    async (name, endpoint) => {
      const scenario = scenarios[name]
      const status = Math.min(...Object.keys(scenario?.calls ?? {}).map(Number))
      const make = scenario?.calls[status]
      assert(scenario !== undefined && make !== undefined)
      const made = await make(world)
      const reached = await world.send(scenario.by, endpoint.method, target(endpoint, made), {
        body: made.body,
        ...made.sent
      })
      assert.strictEqual(reached.status, status, `${name} is not reached: ${reached.text}`)
      const strange = strangers(endpoint, await make(world))
      await Rounds.holds(
        fc.asyncProperty(strange, (each) => tried(endpoint, each)),
        count
      )
    }
  )
})
