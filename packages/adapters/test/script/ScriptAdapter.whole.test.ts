import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { limits } from "../../src/script/ScriptLimits.ts"
import { answering, outputOf, run, scripts } from "./Runs.ts"

const module = (body: string) => `export default { async fetch(request, env, ctx) { ${body} } }`

/** A server on this machine, which no script may reach unless it is the API. */
const serving = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer(answer)
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
        return server
      }),
      (server) =>
        Effect.promise(async () => {
          server.closeAllConnections()
          await new Promise((resolve) => server.close(resolve))
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

layer(scripts(), { excludeTestServices: true })("a script", (it) => {
  const form = `const form = await request.formData()
    const body = form.get("fetch-body")
    return Response.json([request.method, new URL(request.url).pathname, JSON.parse(form.get("event")).type,
      JSON.parse(form.get("environment")).secrets.key, body === null ? null : Array.from(await body.bytes())])`

  it.effect("receives one form of request, whether it listens or exports (rule script-request)", () =>
    Effect.gen(function* () {
      const expected = (body: unknown) => JSON.stringify(["POST", "/v1", "installation_setup", "hidden", body])
      assert.strictEqual(yield* outputOf(answering(form)), expected(null))
      assert.strictEqual(yield* outputOf(module(form)), expected(null))
      assert.strictEqual(yield* outputOf(module(form), { body: Uint8Array.of(0, 255, 13) }), expected([0, 255, 13]))
    })
  )

  it.effect("fails as invalid if it is malformed or handles nothing (rule script-request)", () =>
    Effect.gen(function* () {
      for (const program of ["this is none", "export default {", "export default { fetch: 1 }", "", "var x = 1"]) {
        assert.strictEqual((yield* run(program)).failure?.reason, "invalid", program)
      }
    })
  )

  it.effect(
    "responds before its deferred work ends, and fails when nothing can happen any more (rule script-answer)",
    () =>
      Effect.gen(function* () {
        const later = "await new Promise((resolve) => setTimeout(resolve, 20)); console.log('later')"
        const waits = yield* run(module(`ctx.waitUntil((async () => { ${later} })()); return new Response("now")`))
        assert.deepStrictEqual([waits.answer?.status, waits.logs.map(({ message }) => message)], [200, ["later"]])
        assert.match(
          yield* outputOf(answering("await new Promise(() => {})")),
          /^thrown: the script is waiting for a promise/
        )
        assert.match(
          yield* outputOf(answering("return 5")),
          /^thrown: TypeError: The script returned a value that is not a Response/
        )
        assert.match(yield* outputOf(answering("throw new RangeError('mine')")), /^thrown: RangeError: mine\n/)
      })
  )

  it.effect("responds up to the size limit (rule script-bounds)", () =>
    Effect.gen(function* () {
      const sized = (bytes: number) =>
        answering(`return new Response("x".repeat(${bytes}), { headers: { "content-type": "a/b" } })`)
      const head = JSON.stringify([["content-type", "a/b"]]).length
      assert.strictEqual((yield* run(sized(limits.outputBytes - head))).answer?.status, 200)
      assert.match(yield* outputOf(sized(limits.outputBytes - head + 1)), /^output: /)
    })
  )

  it.effect("reaches the API at the given address, and no other private address (rule script-fetch)", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const api = yield* serving((request, response) => {
        seen.push(
          `${request.method} ${request.url} ${request.headers["x-forwarded-for"]} ${request.headers.authorization}`
        )
        if (request.url === "/away") response.writeHead(302, { location: other })
        response.end("api")
      })
      const other = yield* serving((_, response) => response.end("other"))
      const fetched = (url: string) =>
        outputOf(
          answering(`const answer = await fetch(${JSON.stringify(url)}, { headers: { authorization: "Bearer t", "x-forwarded-for": "8.8.8.8" } })
            return new Response(await answer.text())`),
          { apiEndpoint: `${api}/v1` }
        )
      assert.strictEqual(yield* fetched(`${api}/v1/user`), "api")
      for (const url of [other, `${api}/away`, api.replace("127.0.0.1", "localhost"), "http://one.private/"])
        assert.match(
          yield* fetched(url),
          /^thrown: TypeError: fetch failed: the URL points to an address that is not allowed/,
          url
        )
      assert.deepStrictEqual(seen, ["GET /v1/user undefined Bearer t", "GET /away undefined Bearer t"])
    })
  )

  it.effect("fetches fifty times (rule script-bounds)", () =>
    Effect.gen(function* () {
      let most = 0
      let present = 0
      const api = yield* serving((_, response) => {
        most = Math.max(most, ++present)
        setTimeout(() => {
          present -= 1
          response.end("x")
        }, 5)
      })
      const floods =
        answering(`const all = await Promise.allSettled(Array.from({ length: 51 }, () => fetch(${JSON.stringify(api)})))
        return new Response(all.map(({ status }) => status[0]).join(""))`)
      assert.strictEqual(yield* outputOf(floods, { apiEndpoint: api }), `${"f".repeat(50)}r`)
      assert.isAtMost(most, limits.fetchesAtATime)
    })
  )

  it.effect("waits in the queue, unless too many do (rule script-turns)", () =>
    Effect.gen(function* () {
      const program = answering("return new Response('done')")
      const runs = Array.from({ length: limits.threads + limits.waiting + 1 }, () => outputOf(program))
      const all = yield* Effect.all(runs, { concurrency: "unbounded" })
      assert.strictEqual(all.filter((one) => one === "done").length, limits.threads + limits.waiting)
      assert.strictEqual(all.filter((one) => one.startsWith("busy: ")).length, 1)
    })
  )

  it.effect("has the web globals that integrations use (rule script-globals)", () =>
    Effect.gen(function* () {
      const names = `return new Response(Object.getOwnPropertyNames(globalThis).filter((name) => /^(process|require|module|Buffer|WebAssembly|Deno|Bun|Worker|SharedWorker|XMLHttpRequest|WebSocket|std|os|host|realm|print|gc|navigator|performance)$/.test(name)).join())`
      assert.strictEqual(yield* outputOf(answering(names)), "performance")
    })
  )
})
