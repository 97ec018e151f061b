import { assert, describe, it } from "@effect/vitest"
import type { Fetcher } from "@quire/core"
import { Effect, Result } from "effect"
import * as GuardedFetcher from "../../src/fetch/GuardedFetcher.ts"
import * as Listener from "./Listener.ts"

const options = { maxBytes: 1000, deadlineMs: 5000 }

const literals = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "0x7f.1",
  "0x7f000001",
  "0x7F.0x0.0x0.0x1",
  "127.0.0.1.",
  "①②⑦.⓪.⓪.①",
  "%31%32%37.0.0.1",
  "127。0。0。1",
  "0",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.255.255",
  "3232235521",
  "100.64.0.1",
  "100.127.255.255",
  "100.100.100.200",
  "169.254.0.1",
  "169.254.169.254",
  "2852039166",
  "0xa9fea9fe",
  "168.63.129.16",
  "192.0.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:10.0.0.1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[2001:0:7f00:1::]",
  "[2001:db8::1]",
  "[2001:10::1]",
  "[2001:2::1]",
  "[3fff::1]",
  "[5f00::1]",
  "[100::1]",
  "[100:0:0:1::1]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[ff0e::1]",
  "[4000::1]"
] as const

const names: { readonly [name: string]: ReadonlyArray<string> } = {
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1"],
  "app.localhost": ["::1"],
  "metadata.google.internal": ["169.254.169.254"],
  "printer.lan": ["192.168.1.7"],
  "pods.cluster.local": ["10.43.0.1"],
  "tailscale.test": ["100.101.102.103"],
  "mapped.test": ["::ffff:127.0.0.1"],
  "translated.test": ["64:ff9b::7f00:1"],
  "scoped.test": ["fe80::1%lo"],
  "mixed.test": ["93.184.215.14", "127.0.0.1"],
  "mixed-six.test": ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::1"],
  "nonsense.test": ["not an address"]
}

const known = (hostname: string) => {
  const addresses = names[hostname]
  return addresses === undefined
    ? Promise.reject(new Error("unknown"))
    : Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })))
}

const fetcher = (port: number, resolve = known, allow: ReadonlyArray<string> = []) =>
  Result.getOrThrow(GuardedFetcher.make({ allow, ports: [port, 80, 443], resolve }))

const reasonOf = (get: Effect.Effect<unknown, Fetcher.FetchFailed>) =>
  Effect.match(get, { onSuccess: () => "fetched", onFailure: ({ reason }) => reason })

const secretive = Listener.http((_, response) => void response.end("internal"))

describe("an address that is not public", () => {
  it.effect(`rejects connections as a literal (${literals.length})`, () =>
    Effect.gen(function* () {
      const listener = yield* secretive
      const { exchange, get } = fetcher(listener.port)
      for (const host of literals) {
        for (const scheme of ["http", "https"]) {
          assert.strictEqual(yield* reasonOf(get(`${scheme}://${host}:${listener.port}/`, options)), "blocked", host)
        }
        assert.strictEqual(yield* reasonOf(get(`http://${host}/`, options)), "blocked", host)
        const sent = exchange(`http://${host}:${listener.port}/`, { method: "PUT", headers: [] }, options)
        assert.strictEqual(yield* reasonOf(sent), "blocked", host)
      }
      assert.isAtLeast(literals.length, 60)
      assert.strictEqual(listener.connections(), 0)
    })
  )

  it.effect(`rejects connections by name (${Object.keys(names).length})`, () =>
    Effect.gen(function* () {
      const listener = yield* secretive
      const { get } = fetcher(listener.port)
      for (const name of Object.keys(names)) {
        assert.strictEqual(yield* reasonOf(get(`http://${name}:${listener.port}/`, options)), "blocked", name)
        assert.strictEqual(yield* reasonOf(get(`https://${name}:${listener.port}/`, options)), "blocked", name)
      }
      assert.strictEqual(listener.connections(), 0)
    })
  )

  it.effect("allows connections only when allow-listed, in each form of an entry", () =>
    Effect.gen(function* () {
      const listener = yield* secretive
      const { port } = listener
      const outcome = (allow: string, host: string) =>
        reasonOf(fetcher(port, known, [allow]).get(`http://${host}:${port}/`, options))
      assert.strictEqual(yield* outcome("127.0.0.1", "127.0.0.1"), "fetched")
      assert.strictEqual(yield* outcome(`127.0.0.1:${port}`, "2130706433"), "fetched")
      assert.strictEqual(yield* outcome("LocalHost", "localhost"), "fetched")
      assert.strictEqual(listener.connections(), 3)
      for (const [allow, host] of [
        [`127.0.0.1:${port + 1}`, "127.0.0.1"],
        ["127.0.0.1", "localhost"],
        ["localhost", "localhost."],
        ["localhost", "app.localhost"],
        ["localhost", "127.0.0.1"]
      ] as const) {
        assert.strictEqual(yield* outcome(allow, host), "blocked", `${allow} ${host}`)
      }
      assert.strictEqual(listener.connections(), 3)
    })
  )
})

describe("the target of a redirect", () => {
  const outcomes = [
    ...["127.0.0.1", "[::1]", "2130706433", "localhost", "mixed.test"].map((host) => [
      `http://${host}:PORT/`,
      "blocked"
    ]),
    ["//0x7f.1:PORT/", "blocked"],
    ["http://169.254.169.254/latest/meta-data/", "blocked"],
    ["http://127.0.0.1:22/", "blocked"],
    ["http://front.test:22/", "blocked"],
    ["http://user:pass@front.test/", "protocol"],
    ["file:///etc/passwd", "protocol"],
    ["gopher://127.0.0.1:PORT/_GET", "protocol"],
    ["data:text/plain,hello", "protocol"],
    ["javascript:alert(1)", "protocol"],
    ["http://[::1", "protocol"]
  ] as const

  it.effect(`passes the same check as the first address (${outcomes.length})`, () =>
    Effect.gen(function* () {
      const listener = yield* secretive
      for (const [location = "", reason] of outcomes) {
        const front = yield* Listener.http((_, response) =>
          response.writeHead(302, { location: location.replace("PORT", String(listener.port)) }).end()
        )
        const resolve = (name: string) =>
          name === "front.test" ? Promise.resolve([{ address: "127.0.0.1", family: 4 }]) : known(name)
        const { get } = fetcher(listener.port, resolve, [`front.test:${front.port}`])
        assert.strictEqual(yield* reasonOf(get(`http://front.test:${front.port}/`, options)), reason, location)
        assert.strictEqual(front.connections(), 1)
      }
      assert.strictEqual(listener.connections(), 0)
    })
  )
})

describe("a URL other than plain http or https", () => {
  const urls = [
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "gopher://127.0.0.1:70/",
    "dict://127.0.0.1:11211/",
    "ws://127.0.0.1/",
    "data:text/html,x",
    "javascript:1",
    "blob:http://127.0.0.1/x",
    "unix:/var/run/docker.sock",
    "http+unix://%2Fsock/",
    "http://user@public.test/",
    "http://user:pass@public.test/",
    "http://:pass@public.test/",
    "http://",
    "http://[::1",
    "http://[fe80::1%25eth0]/",
    "http://1.2.3.4.5/",
    "http://a b/",
    "http://exa\u0000mple/",
    "//public.test/",
    "/",
    "",
    "http://256.256.256.256/",
    "http://public.test:99999/"
  ] as const

  it.effect(`fails (${urls.length})`, () =>
    Effect.gen(function* () {
      let resolutions = 0
      const { get } = fetcher(80, () => {
        resolutions++
        return Promise.resolve([{ address: "93.184.215.14", family: 4 }])
      })
      for (const url of urls) assert.strictEqual(yield* reasonOf(get(url, options)), "protocol", url)
      assert.strictEqual(resolutions, 0)
    })
  )
})

describe("a port", () => {
  it.effect("fails unless it is 80, 443 or allow-listed", () =>
    Effect.gen(function* () {
      const listener = yield* secretive
      let resolutions = 0
      const resolve = () => {
        resolutions++
        return Promise.resolve([{ address: "10.0.0.1", family: 4 }])
      }
      const { get } = Result.getOrThrow(GuardedFetcher.make({ allow: [], resolve }))
      for (const port of [0, 1, 22, 25, 79, 81, 442, 444, 2375, 3306, 5432, 6379, 8080, 11_211, listener.port]) {
        assert.strictEqual(yield* reasonOf(get(`http://public.test:${port}/`, options)), "blocked", String(port))
      }
      assert.strictEqual(resolutions, 0)
      assert.strictEqual(yield* reasonOf(get("https://public.test:80/", options)), "blocked")
      assert.strictEqual(resolutions, 1)
    })
  )

  it.effect("passes the check in redirects too", () =>
    Effect.gen(function* () {
      const front = yield* Listener.http((_, response) =>
        response.writeHead(302, { location: "http://public.test:8080/" }).end()
      )
      const resolved: Array<string> = []
      const resolve = (name: string) => {
        resolved.push(name)
        return Promise.resolve([{ address: "127.0.0.1", family: 4 }])
      }
      const { get } = Result.getOrThrow(GuardedFetcher.make({ allow: ["front.test"], resolve }))
      assert.strictEqual(yield* reasonOf(get(`http://front.test:${front.port}/`, options)), "blocked")
      assert.deepStrictEqual(resolved, ["front.test"])
    })
  )

  it.effect("reveals nothing: open and closed internal ports fail in the same way", () =>
    Effect.gen(function* () {
      const listener = yield* secretive
      const { get } = Result.getOrThrow(GuardedFetcher.make({ allow: [], ports: [listener.port, 1] }))
      const open = yield* Effect.flip(get(`http://127.0.0.1:${listener.port}/`, options))
      const shut = yield* Effect.flip(get("http://127.0.0.1:1/", options))
      assert.deepStrictEqual([open.reason, open.message, open.kind], [shut.reason, shut.message, shut.kind])
      assert.notInclude(open.message, "127.0.0.1")
      assert.strictEqual(listener.connections(), 0)
    })
  )
})
