import { afterAll, assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import { Result } from "effect"
import * as fc from "fast-check"
import * as ClientAddress from "../src/foundation/exchange/ClientAddress.ts"
import { RateLimit } from "../src/foundation/exchange/RateLimit.ts"
import * as Stub from "./support/Stub.ts"
import * as Web from "./support/Web.ts"

const limited = (perMinute: number) => Web.make({ limits: RateLimit.layerMemory({ perMinute }) })

interface Guise {
  readonly authorization: string
  readonly forwarded: string
  readonly name: string
  readonly agent: string
  readonly email: string
  readonly path: string
}

/** Headers that a caller can forge. */
const guise: fc.Arbitrary<Guise> = fc.record({
  authorization: fc.oneof(
    fc.constantFrom("", "Bearer", "Basic b3BlbnMtYXMtYWRh", "bearer  quire_x", "BEARER opens-as-"),
    fc.stringMatching(/^[0-9A-Za-z_]{1,40}$/).map((token) => `Bearer quire_${token}`)
  ),
  forwarded: fc.ipV4(),
  name: fc.constantFrom("x-forwarded-for", "X-Forwarded-For", "forwarded", "X-Real-IP", "cf-connecting-ip", "Via"),
  agent: fc.stringMatching(/^[a-z]{0,12}$/),
  email: fc.emailAddress(),
  path: fc.constantFrom("/v1/who", "/v1/gate", "/v1/things/t1", "/v1/spaces/s1/things")
})

const headersOf = ({ agent, authorization, forwarded, name }: Guise) => ({
  authorization,
  [name]: forwarded,
  "user-agent": agent,
  host: `${agent}.test`
})

describe("a rate limit budget", () => {
  const open: Array<() => Promise<void>> = []
  afterAll(async () => {
    for (const dispose of open) await dispose()
  })
  const web = (perMinute: number) => {
    const made = limited(perMinute)
    open.push(made.dispose)
    return made
  }

  it("does not restart for made-up tokens, addresses or names", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(guise, { minLength: 8, maxLength: 20 }), async (guises) => {
        const { dispose, send } = limited(5)
        const statuses: Array<number> = []
        for (const each of guises) {
          statuses.push((await send("GET", each.path, { token: null, headers: headersOf(each) })).status)
        }
        await dispose()
        assert.deepStrictEqual(
          statuses,
          guises.map((_, at) => (at < 5 ? 401 : 429))
        )
      }),
      { numRuns: Rounds.rounds(6, 300, 15) }
    )
  })

  it("counts sign-ins by address, whatever their bodies contain, separately from bad tokens", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(guise, { minLength: 4, maxLength: 12 }), async (guises) => {
        const { dispose, send } = limited(10)
        const guess = async () => (await send("POST", "/v1/spaces/s1/things", { token: "guess", body: {} })).status
        const guesses = [await guess(), await guess(), await guess()]
        const statuses: Array<number> = []
        for (const each of guises) {
          const body = { code: `${each.email}-${each.agent}` }
          statuses.push((await send("POST", "/v1/sign-in", { token: null, headers: headersOf(each), body })).status)
        }
        await dispose()
        assert.deepStrictEqual(guesses, [401, 401, 429])
        assert.deepStrictEqual(
          statuses,
          guises.map((_, at) => (at < 2 ? 204 : 429))
        )
      }),
      { numRuns: Rounds.rounds(4, 200, 10) }
    )
  })

  it("counts all spellings of a token together, and each user separately", async () => {
    const { send } = web(4)
    const as = async (token: string, headers: Record<string, string> = {}) =>
      (
        await send("GET", "/v1/who", {
          token: null,
          headers: { ...headers, [Object.keys(headers)[0] ?? "authorization"]: token }
        })
      ).status
    const ada = [
      await as(`Bearer ${Stub.token()}`),
      await as(`bearer ${Stub.token()}`, { Authorization: "" }),
      await as(`BEARER   ${Stub.token()} `, { AUTHORIZATION: "" }),
      (await send("GET", "/v1/who", { headers: { "x-forwarded-for": "10.0.0.1" } })).status,
      (await send("GET", "/v1/who", { headers: { "x-forwarded-for": "10.0.0.2" } })).status
    ]
    assert.deepStrictEqual(ada, [200, 200, 200, 200, 429])
    assert.strictEqual(await as(`Bearer ${Stub.token("grace")}`), 200)
  })

  it("counts all tokens of a user together, and each user separately (rule request-rate)", async () => {
    const { send } = web(4)
    const as = async (user: string, number: number) =>
      (await send("GET", "/v1/who", { token: Stub.token(user, number) })).status
    const ada = [await as("ada", 1), await as("ada", 2), await as("ada", 3), await as("ada", 4), await as("ada", 5)]
    assert.deepStrictEqual(ada, [200, 200, 200, 200, 429])
    assert.deepStrictEqual([await as("grace", 1), await as("ada", 1)], [200, 429])
  })

  it("counts anonymous requests by the address from the host, and together where the host provides none", async () => {
    const peers: Array<Request> = []
    const { dispose, send } = Web.make({
      limits: RateLimit.layerMemory({ perMinute: 2 }),
      clientAddress: (request) => {
        peers.push(request)
        return request.headers.get("x-peer") ?? undefined
      }
    })
    open.push(dispose)
    const from = async (peer: string, headers: Record<string, string> = {}) =>
      (
        await send("GET", "/v1/who", {
          token: null,
          headers: { ...headers, ...(peer === "" ? {} : { "x-peer": peer }) }
        })
      ).status
    const asked = [
      [
        ["203.0.113.1", "203.0.113.1:4711", "::ffff:203.0.113.1"],
        [401, 401, 429]
      ],
      [
        ["203.0.113.2", "203.0.113.2", "203.0.113.2"],
        [401, 401, 429]
      ],
      [
        ["2001:db8::1", "[2001:db8::2]:80", "2001:db8::3"],
        [401, 401, 429]
      ],
      [
        ["", "unknown", "203.0.113.1, 203.0.113.9"],
        [401, 401, 429]
      ]
    ] as const
    for (const [nodes, statuses] of asked) {
      assert.deepStrictEqual([await from(nodes[0]), await from(nodes[1]), await from(nodes[2])], [...statuses])
    }
    assert.strictEqual(await from("203.0.113.1", { "x-forwarded-for": "203.0.113.7" }), 429)
    assert.deepStrictEqual([peers.length, peers[0]?.url], [13, "http://quire.test/v1/who"])
  })

  it("counts anonymous requests by the address from a trusted proxy", async () => {
    const { dispose, send } = Web.make({
      limits: RateLimit.layerMemory({ perMinute: 1 }),
      clientAddress: () => "10.0.0.1",
      trustedProxies: Result.getOrThrow(ClientAddress.proxiesFrom(["10.0.0.0/8"]))
    })
    open.push(dispose)
    const from = async (client: string) =>
      (await send("GET", "/v1/who", { token: null, headers: { "x-forwarded-for": client } })).status
    assert.deepStrictEqual(
      [await from("203.0.113.1"), await from("203.0.113.2"), await from("203.0.113.1")],
      [401, 401, 429]
    )
  })

  it.each([
    ["trusted", ["10.0.0.0/8"], [401, 401, 200, 401]],
    ["not trusted", [], [429, 401, 200, 429]]
  ] as const)(
    "blocks no client with a good token or none because of bad tokens behind a proxy that is %s (rule rate-refused-credentials)",
    async (_, proxies, [elsewhere, anonymous, good, anotherBad]) => {
      const { dispose, send } = Web.make({
        limits: RateLimit.layerMemory({ perMinute: 2 }),
        clientAddress: () => "10.0.0.1",
        trustedProxies: Result.getOrThrow(ClientAddress.proxiesFrom(proxies))
      })
      open.push(dispose)
      const from = async (client: string, token: string | null) =>
        (await send("GET", "/v1/who", { token, headers: { "x-forwarded-for": client } })).status
      const looped: Array<number> = []
      for (let at = 0; at < 5; at++) looped.push(await from("203.0.113.1", `expired${at}`))
      assert.deepStrictEqual(looped, [401, 401, 429, 429, 429])
      assert.deepStrictEqual(
        [
          await from("203.0.113.2", "mistyped"),
          await from("203.0.113.2", null),
          await from("203.0.113.1", Stub.token()),
          await from("203.0.113.3", "mistyped")
        ],
        [elsewhere, anonymous, good, anotherBad]
      )
    }
  )

  it("counts every request without a token against one budget, separately from users and health checks", async () => {
    const asked: ReadonlyArray<readonly [string, Web.Sent, number]> = [
      ["/docs", { token: null }, 200],
      ["/docs/rules", {}, 200],
      ["/openapi.json", { token: null }, 200],
      ["/nothing", { token: null }, 404],
      ["/v1/nothing", {}, 404],
      ["/v1/spaces/%zz", { token: null }, 404],
      ["/nothing?x=%00", { token: null }, 400],
      ["/v1/sign-in", {}, 405],
      ["/v1/who", { token: null }, 401]
    ]
    for (const [last] of asked) {
      const { send } = web(asked.length)
      const statuses: Array<number> = []
      for (const [path, sent] of asked) statuses.push((await send("GET", path, sent)).status)
      assert.deepStrictEqual(
        statuses,
        asked.map(([, , status]) => status)
      )
      assert.strictEqual((await send("GET", last, { token: null })).status, 429, last)
      for (const path of ["/healthz", "/readyz", "/v1/who"]) {
        assert.strictEqual((await send("GET", path)).status, 200, path)
      }
    }
  })

  it("accepts good tokens, counted once, when the budget of the address is used up", async () => {
    const { send } = web(3)
    const left = async (sent: Web.Sent) => {
      const { headers, status } = await send("GET", "/v1/who", sent)
      return [status, headers.get("x-ratelimit-remaining")]
    }
    assert.deepStrictEqual(await left({}), [200, "2"])
    const guesses = [await left({ token: "a" }), await left({ token: "b" }), await left({ token: "d" })]
    assert.deepStrictEqual(guesses, [
      [401, "2"],
      [401, "1"],
      [401, "0"]
    ])
    assert.deepStrictEqual(await left({ token: "c" }), [429, "0"])
    assert.deepStrictEqual(
      [await left({}), await left({}), await left({})],
      [
        [200, "1"],
        [200, "0"],
        [429, "0"]
      ]
    )
  })
})
