import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Result } from "effect"
import { Headers } from "effect/http"
import * as fc from "fast-check"
import * as ClientAddress from "../../../src/foundation/exchange/ClientAddress.ts"
import { RateLimit } from "../../../src/foundation/exchange/RateLimit.ts"
import * as Raw from "../../support/RawClient.ts"
import * as Serving from "../../support/Serving.ts"

const proxies = Result.getOrThrow(ClientAddress.proxiesFrom(["10.0.0.0/8", "2001:db8:1::/48", "192.0.2.1"]))

const from = (remote: string, headers: Record<string, string>) =>
  ClientAddress.of(remote, Headers.fromInput(headers), proxies)

const near = "10.0.0.1"
const client = "203.0.113.7"

describe("the address of a client", () => {
  it.each([
    ["no header", near, {}, near],
    ["a header from an untrusted peer", "198.51.100.1", { "x-forwarded-for": client }, "198.51.100.1"],
    ["an unknown peer", "", { "x-forwarded-for": client }, ""],
    ["one proxy", near, { "x-forwarded-for": client }, client],
    ["a proxy with an IPv4-mapped IPv6 address", "::ffff:10.0.0.1", { "x-forwarded-for": client }, client],
    ["a proxy with an IPv6 address", "2001:db8:1::5", { "x-forwarded-for": client }, client],
    ["a proxy in an adjacent network", "2001:db8:2::5", { "x-forwarded-for": client }, "2001:db8:2::5"],
    ["a header forged by the client", near, { "x-forwarded-for": `1.1.1.1, ${client}` }, client],
    ["two proxies", near, { "x-forwarded-for": `1.1.1.1, ${client}, 192.0.2.1` }, client],
    ["only proxies", near, { "x-forwarded-for": "10.0.0.3, 10.0.0.2" }, "10.0.0.3"],
    ["with a port", near, { "x-forwarded-for": `${client}:4711` }, client],
    ["IPv6 with a port", near, { "x-forwarded-for": "[2001:db8::7]:4711" }, "2001:db8::7"],
    ["IPv6 alone", near, { "x-forwarded-for": "2001:db8::7" }, "2001:db8::7"],
    ["IPv4-mapped IPv6", near, { "x-forwarded-for": `::ffff:${client}` }, client],
    ["an invalid address", near, { "x-forwarded-for": "garbage" }, near],
    ["an invalid address before a proxy", near, { "x-forwarded-for": `${client}, unknown, 192.0.2.1` }, "192.0.2.1"],
    ["an empty header", near, { "x-forwarded-for": "" }, near],
    ["Forwarded", near, { forwarded: `for=${client};proto=https;by=10.0.0.1` }, client],
    ["Forwarded in capitals and elsewhere", near, { forwarded: `proto=https; For="${client}:80"` }, client],
    ["Forwarded by IPv6", near, { forwarded: 'for="[2001:db8::7]:4711"' }, "2001:db8::7"],
    ["Forwarded by two", near, { forwarded: `for=1.1.1.1, for=${client}, for="192.0.2.1"` }, client],
    ["Forwarded with a hidden client", near, { forwarded: `for=${client}, for=_hidden` }, near],
    ["Forwarded without for", near, { forwarded: `for=${client}, proto=https` }, near],
    ["Forwarded with an unclosed quote", near, { forwarded: `for="1.1.1.1, for=${client}` }, client],
    ["both headers with one address", near, { forwarded: `for=${client}`, "x-forwarded-for": client }, client],
    ["both headers, one of them forged", near, { forwarded: "for=1.1.1.1", "x-forwarded-for": client }, near]
  ] as ReadonlyArray<[string, string, Record<string, string>, string]>)(
    "resolves as follows: %s",
    (_, remote, headers, expected) => {
      assert.strictEqual(from(remote, headers), expected)
    }
  )

  const said = fc.array(
    fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constantFrom('"', ",", ";", "for=", "unknown")),
    {
      maxLength: 6
    }
  )
  const header = fc.constantFrom("forwarded", "x-forwarded-for")
  const outside = fc.ipV4().filter((address) => !proxies.has(address))

  it("does not depend on the client's header when a proxy adds to it", () => {
    fc.assert(
      fc.property(said, outside, header, (lies, address, name) => {
        const own = name === "forwarded" ? `for=${address}` : address
        assert.strictEqual(from(near, { [name]: [...lies, own].join(", ") }), address)
      })
    )
  })

  it("does not depend on any header of the client sent through a proxy that adds one", () => {
    fc.assert(
      fc.property(said, said, outside, header, (lies, others, address, name) => {
        const [own, other] = name === "forwarded" ? [`for=${address}`, "x-forwarded-for"] : [address, "forwarded"]
        const headers = { [name]: [...lies, own].join(", "), [other]: others.join(", ") }
        assert.include([address, near], from(near, headers))
      })
    )
  })

  it("equals the peer address when the peer is not a proxy, whatever the headers contain", () => {
    fc.assert(
      fc.property(said, outside, header, (lies, remote, name) => {
        assert.strictEqual(from(remote, { [name]: lies.join(", ") }), remote)
      })
    )
  })
})

describe("a list of proxies", () => {
  it.each([
    "proxy.test",
    "10.0.0.0/33",
    "2001:db8::/129",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "fe80::1%eth0",
    ""
  ])("rejects %j", (entry) =>
    assert.deepStrictEqual(
      Result.mapBoth(ClientAddress.proxiesFrom(["::1", entry]), { onFailure: (bad) => bad, onSuccess: () => "taken" }),
      Result.fail(entry)
    )
  )

  it.each([
    ["10.0.0.0/8", "10.255.255.255", "11.0.0.0"],
    ["10.1.2.3", "10.1.2.3", "10.1.2.4"],
    ["0.0.0.0/0", "255.255.255.255", "::1"],
    ["2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"],
    ["::1", "::1", "::2"],
    ["::1/128", "::1", "127.0.0.1"]
  ])("contains for %s the address %s, and not %s", (entry, inside, outside) => {
    const { has } = Result.getOrThrow(ClientAddress.proxiesFrom([entry]))
    assert.deepStrictEqual([has(inside), has(outside)], [true, false])
  })
})

/** Servers with small rate limits: one behind a trusted proxy, and one that trusts no proxy. */
class Ports extends Context.Service<Ports, { readonly trusting: number; readonly alone: number }>()("test/Ports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const limited = () => Serving.layerOf({ limits: RateLimit.layerMemory({ perMinute: 10 }) })
      const trustedProxies = Result.getOrThrow(ClientAddress.proxiesFrom(["127.0.0.0/8"]))
      const trusting = yield* Serving.serve(limited(), { trustedProxies })
      const alone = yield* Serving.serve(limited())
      return { trusting: trusting.port, alone: alone.port }
    })
  )
}

layer(Ports.layer, { excludeTestServices: true })("a trusted or untrusted proxy", (it) => {
  const asked = (port: number, requests: ReadonlyArray<readonly [string, string]>) =>
    Effect.gen(function* () {
      const connection = yield* Raw.open(port)
      const body = JSON.stringify({ code: "one-time-code" })
      const statuses: Array<number> = []
      for (const [path, address] of requests) {
        const headers = {
          "x-forwarded-for": address,
          authorization: "Bearer guess",
          "content-type": "application/json"
        }
        connection.write(Raw.bytesOf("POST", path, { headers, body }))
        statuses.push((yield* connection.next()).status)
      }
      return statuses
    })
  const things = "/v1/spaces/s1/things"

  it.effect("gives each client a budget of bad tokens and one of sign-ins", () =>
    Effect.gen(function* () {
      const { trusting } = yield* Ports
      const statuses = yield* asked(trusting, [
        [things, client],
        [things, client],
        [things, client],
        ["/v1/sign-in", client],
        ["/v1/sign-in", client],
        ["/v1/sign-in", client],
        [things, `${client}, 203.0.113.8`],
        ["/v1/sign-in", "203.0.113.8"],
        ["/v1/sign-in", "2001:db8::1"],
        ["/v1/sign-in", "2001:db8::2"],
        ["/v1/sign-in", "2001:db8::3"]
      ])
      assert.deepStrictEqual(statuses, [401, 401, 429, 204, 204, 429, 401, 204, 204, 204, 429])
    })
  )

  it.effect("blocks no sign-in by bad tokens if it is untrusted", () =>
    Effect.gen(function* () {
      const { alone } = yield* Ports
      const statuses = yield* asked(alone, [
        [things, client],
        [things, "203.0.113.8"],
        [things, "203.0.113.9"],
        ["/v1/sign-in", client],
        ["/v1/sign-in", "203.0.113.8"],
        ["/v1/sign-in", "203.0.113.9"]
      ])
      assert.deepStrictEqual(statuses, [401, 401, 429, 204, 204, 429])
    })
  )
})
