import { createRequire } from "node:module"
import { assert, describe, layer } from "@effect/vitest"
import { ScriptRunner } from "@quire/core"
import { Effect } from "effect"
import * as WorkerdScriptRunner from "../../src/workerd/WorkerdScriptRunner.ts"
import * as Listener from "../fetch/Listener.ts"

const workerd: string = createRequire(import.meta.url)("workerd").default

const runner = WorkerdScriptRunner.layer({
  workerd,
  fetching: { allow: ["docs.test"], resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]) }
})

let keys = 0
const run = Effect.fnUntraced(function* (program: string, more: Partial<ScriptRunner.ScriptRun> = {}) {
  const { run: start } = yield* ScriptRunner.ScriptRunner
  const apiEndpoint = "http://api.test"
  return yield* start({ key: `k${keys++}`, program, event: {}, environment: {}, apiEndpoint, ...more })
})

const answering = (expression: string) =>
  `addEventListener("fetch", (e) => e.respondWith((async () => new Response(String(await (${expression}))))()))`

const text = ({ answer, failure }: ScriptRunner.ScriptOutcome): string =>
  answer === undefined ? `${failure?.reason}: ${failure?.message}` : new TextDecoder().decode(answer.body)

layer(runner, { excludeTestServices: true })("scripts on workerd", (it) => {
  describe("a run", () => {
    it.effect("passes one form with the event, its environment and a body, and returns the script's answer", () =>
      Effect.gen(function* () {
        const outcome = yield* run(
          `addEventListener("fetch", (event) => event.respondWith((async () => {
            const { request } = event
            const form = await request.formData()
            console.info("told", { of: 1 })
            console.warn("odd")
            event.waitUntil(Promise.resolve().then(() => console.error("afterwards")))
            const said = [request.method, new URL(request.url).pathname, form.get("event"), form.get("environment"), await form.get("fetch-body").text()]
            return new Response(said.join("|"), { status: 201, headers: { "X-Said": "so" } })
          })()))`,
          { event: { type: "fetch" }, environment: { secrets: { key: "é" } }, body: new TextEncoder().encode("b\r\n") }
        )
        assert.strictEqual(text(outcome), `POST|/v1|{"type":"fetch"}|{"secrets":{"key":"é"}}|b\r\n`)
        assert.strictEqual(outcome.answer?.status, 201)
        assert.deepInclude(Object.fromEntries(outcome.answer?.headers ?? []), { "x-said": "so" })
        assert.deepStrictEqual(
          outcome.logs.map(({ level, message }) => [level, message]),
          [
            ["info", `told {"of":1}`],
            ["warn", "odd"],
            ["error", "afterwards"]
          ]
        )
      })
    )

    it.effect("supports modules", () =>
      Effect.gen(function* () {
        const program = `export default { async fetch(request, env) { console.log("hi"); return new Response(JSON.stringify(env)) } }`
        const outcome = yield* run(program)
        assert.strictEqual(text(outcome), "{}")
        assert.strictEqual(outcome.logs[0]?.message, "hi")
      })
    )

    it.effect("shares nothing with another, even of the same program", () =>
      Effect.gen(function* () {
        const program = answering("globalThis.seen = (globalThis.seen ?? 0) + 1")
        assert.strictEqual(text(yield* run(program, { key: "same" })), "1")
        assert.strictEqual(text(yield* run(program, { key: "same" })), "1")
      })
    )
  })

  describe("a fetch", () => {
    it.effect("goes through the fetcher, with method, headers and body", () =>
      Effect.gen(function* () {
        const listener = yield* Listener.http((request, response) => {
          request.on("data", () => undefined)
          request.on("end", () => response.writeHead(207, { "x-back": "yes" }).end(`got ${request.headers["x-to"]}`))
        })
        const url = `http://docs.test:${listener.port}/path?q=1`
        const sent = `fetch(${JSON.stringify(url)}, { method: "PUT", body: "b", headers: { "X-To": "you" } })`
        const program = answering(`${sent}.then(async (r) => [r.status, r.headers.get("x-back"), await r.text()])`)
        assert.strictEqual(text(yield* run(program)), "207,yes,got you")
        assert.deepStrictEqual([listener.requests[0]?.method, listener.requests[0]?.url], ["PUT", "/path?q=1"])
      })
    )

    it.effect("reaches the API at the given address, and reveals nothing of clients (rule script-fetch)", () =>
      Effect.gen(function* () {
        const api = yield* Listener.http((request, response) => {
          response.end(`${request.headers["x-forwarded-for"]} ${request.headers.authorization}`)
        })
        const other = yield* Listener.http((_, response) => void response.end("other"))
        const fetched = ({ port }: typeof api) =>
          run(
            answering(
              `fetch("http://127.0.0.1:${port}/", { headers: { authorization: "Bearer t", "x-forwarded-for": "8.8.8.8" } }).then((r) => r.text(), () => "refused")`
            ),
            { apiEndpoint: `http://127.0.0.1:${api.port}/v1` }
          )
        assert.strictEqual(text(yield* fetched(api)), "undefined Bearer t")
        assert.strictEqual(text(yield* fetched(other)), "refused")
        assert.strictEqual(other.connections(), 0)
      })
    )

    it.effect("reaches only public addresses, by http or by sockets, within its limits", () =>
      Effect.gen(function* () {
        const listener = yield* Listener.http((_, response) => void response.end("internal"))
        const { port } = listener
        const tried = ["127.0.0.1", "[::1]", "localhost", "169.254.169.254", "2130706433"]
        const urls = JSON.stringify(tried.map((host) => `http://${host}:${port}/`))
        const attempts = `Promise.all(${urls}.map((url) => fetch(url).then(() => "reached", () => "refused")))`
        assert.strictEqual(text(yield* run(answering(attempts))), tried.map(() => "refused").join())
        const socket = `import { connect } from "cloudflare:sockets"
          export default { async fetch() {
            try {
              const socket = connect("127.0.0.1:${port}")
              const writer = socket.writable.getWriter()
              await writer.write(new TextEncoder().encode("GET / HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n"))
              const { value } = await socket.readable.getReader().read()
              return new Response(value === undefined ? "refused" : "reached")
            } catch { return new Response("refused") }
          } }`
        assert.strictEqual(text(yield* run(socket)), "refused")
        assert.strictEqual(listener.connections(), 0)
        const many = `Promise.all(Array.from({ length: 60 }, () => fetch("http://docs.test:${port}/").then(() => 1, () => 0))).then((all) => all.reduce((a, b) => a + b))`
        assert.strictEqual(text(yield* run(answering(many))), "50")
      })
    )
  })

  describe("a misbehaving script", () => {
    const outcomes: ReadonlyArray<readonly [name: string, program: string, expected: RegExp]> = [
      ["throws", answering(`(() => { throw new Error("no") })()`), /^thrown: Error: no/],
      [
        "rejects at its event",
        `addEventListener("fetch", () => { throw new Error("at once") })`,
        /^thrown: Error: at once/
      ],
      [
        "answers no response",
        `addEventListener("fetch", (e) => e.respondWith("text"))`,
        /^thrown: TypeError: the script/
      ],
      [
        "never answers its event",
        `addEventListener("fetch", () => undefined)`,
        /^invalid: the script handles no requests/
      ],
      ["handles nothing", `const a = 1`, /^invalid: the script handles no requests/],
      ["is no program", `addEventListener("fetch", (`, /^invalid: .*SyntaxError/s],
      ["throws when it is read", `throw new Error("early")`, /^invalid: .*early/s],
      ["waits for nothing", answering(`new Promise(() => undefined)`), /^thrown: the script is waiting for a promise/],
      [
        "throws what cannot be read",
        answering(`(() => { throw { toJSON() { throw 1 } } })()`),
        /^thrown: \[unreadable\]/
      ],
      ["puts another response", `globalThis.Response = class {}; ${answering("1")}`, /^thrown: TypeError: the script/],
      ["puts other texts", `JSON.stringify = () => "x"; ${answering("1")}`, /^1$/],
      [
        "fills its heap by maps",
        answering("(() => { const a = new Map(); for (;;) a.set(a.size, {}) })()"),
        /^memory: /
      ],
      ["loops", answering(`(() => { for (;;); })()`), /^deadline: /],
      ["loops when it is read", `for (;;);`, /^deadline: /],
      ["never resolves", answering(`new Promise((r) => setInterval(() => 0, 10))`), /^deadline: |^thrown: /],
      [
        "fills its heap",
        answering(`(() => { const a = []; for (;;) a.push(new Array(1e5).fill(Math.random())) })()`),
        /^memory: /
      ],
      [
        "fills buffers",
        answering(`(() => { const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1)) })()`),
        /^memory: |^thrown: RangeError/
      ],
      ["answers too much", answering(`"x".repeat(6_000_000)`), /^output: /],
      [
        "has no process",
        answering(`[typeof process, typeof require, typeof Deno].join()`),
        /^undefined,undefined,undefined$/
      ],
      ["imports", answering(`import("node:fs").then(() => "imported", () => "refused")`), /^refused$/]
    ]
    for (const [name, program, expected] of outcomes) {
      it.effect(name, () =>
        Effect.gen(function* () {
          assert.match(text(yield* run(program, { deadline: 3_000 })), expected)
        })
      )
    }

    it.effect("keeps its answer when its deferred work takes too long", () =>
      Effect.gen(function* () {
        const program = `addEventListener("fetch", (e) => { e.waitUntil(new Promise((r) => setTimeout(r, 60_000))); e.respondWith(new Response("soon")) })`
        assert.strictEqual(text(yield* run(program, { deadline: 1_000 })), "soon")
      })
    )

    it.effect("writes up to the limit of log lines", () =>
      Effect.gen(function* () {
        const { logs } = yield* run(answering(`(() => { for (let n = 0; n < 1_500; n++) console.log(n) })()`))
        assert.strictEqual(logs.length, WorkerdScriptRunner.limits.logs)
        const long = yield* run(answering(`(() => { for (let n = 0; n < 40; n++) console.log("y".repeat(10_000)) })()`))
        assert.strictEqual(
          long.logs.reduce((length, { message }) => length + message.length, 0),
          WorkerdScriptRunner.limits.logLength
        )
      })
    )
  })
})
