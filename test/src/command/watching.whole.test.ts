import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { collect } from "../support/collector.ts"
import { Commands, call, curl, lines } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

const memory = ["serve", "--store", "memory", "--port", "0"]

describe("a monitored server", () => {
  it("serves metrics on a separate port and exports traces as the environment requests", async () => {
    const collector = await collect()
    const server = commands.start([...memory, "--admin-port", "0"], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b,x-other=c",
      OTEL_SERVICE_NAME: "docs"
    })
    const url = await server.url()
    const { token } = curl(server.out)
    assert.strictEqual((await call(`${url}/v1/user`, token)).status, 200)
    const metrics = /^Metrics: (\S+)$/m.exec(server.out)?.[1] ?? ""
    const text = await (await fetch(metrics)).text()
    assert.match(text, /^quire_http_request_duration_seconds_count\{.*route="\/v1\/user",status="2xx"\} 1$/m)
    assert.strictEqual((await fetch(`${url}/metrics`)).status, 404)
    const { code, err } = await server.stop()
    assert.strictEqual(code, 0)
    await collector.close()

    const request = collector.spans.find(({ name }) => name === "GET /v1/user")
    assert(request !== undefined)
    const inside = collector.spans.filter(({ parent }) => parent === request.spanId).map(({ name }) => name)
    assert.isAbove(inside.length, 0)
    assert.deepStrictEqual([...collector.services], ["docs"])
    assert.deepStrictEqual([collector.headers[0]?.["x-tenant"], collector.headers[0]?.["x-other"]], ["a b", "c"])
    assert.include(err, `"trace":"${request.traceId}"`)
  })

  it("samples as the environment says, and follows the caller only if configured", async () => {
    const traced = async (sampler: string, flags: string) => {
      const collector = await collect()
      const server = commands.start(memory, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER: sampler,
        OTEL_TRACES_SAMPLER_ARG: "0"
      })
      const url = await server.url()
      const traceparent = `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${flags}`
      await fetch(`${url}/v1/user`, { headers: { traceparent } })
      await server.stop()
      await collector.close()
      return collector.spans.filter(({ name }) => name === "GET /v1/user").length
    }
    assert.strictEqual(await traced("parentbased_traceidratio", "01"), 1)
    assert.strictEqual(await traced("traceidratio", "01"), 0)
    assert.strictEqual(await traced("parentbased_always_on", "00"), 0)
  })
})

describe("standard error of a server (rule log-format)", () => {
  const entriesOf = (err: string) => lines(err).map((line) => JSON.parse(line))

  it("reports how the server was started, when it is ready, and why and how it stopped", async () => {
    const server = commands.start([...memory, "--grace", "0"])
    const url = await server.url()
    await fetch(`${url}/v1/user`, { headers: { "x-request-id": "r1" } })
    const { err } = await server.stop()
    const entries = entriesOf(err).filter(({ message }) => message !== "job")
    assert.deepStrictEqual(
      entries.map(({ message }) => message),
      ["starting", "ready", "request", "stopping", "stopped"]
    )
    const [starting, ready, request, stopping, stopped] = entries
    assert.deepInclude(starting, {
      node: process.versions.node,
      store: "the memory of this process",
      migrations: "auto"
    })
    assert.match(starting.version, /^\d+\.\d+\.\d+$/)
    assert.strictEqual(ready.url, url)
    assert.deepInclude(request, { status: 401, error: "Unauthenticated", client: "127.0.0.1", request: "r1" })
    assert.strictEqual(stopping.reason, "SIGTERM")
    assert.strictEqual(stopped.drained, 0)
  })

  it("logs a failed start and warnings of Node.js in the same format as other lines", async () => {
    const taken = commands.start(memory)
    const port = new URL(await taken.url()).port
    const failed = await commands
      .start([...memory.slice(0, 3), "--port", port], { NODE_OPTIONS: "--pending-deprecation" })
      .end()
    assert.deepStrictEqual([failed.code, failed.out], [1, ""])
    const [starting, fatal, ...others] = entriesOf(failed.err)
    assert.deepStrictEqual([starting.message, fatal.level, others], ["starting", "FATAL", []])
    assert.match(fatal.message, /^cannot listen on 127\.0\.0\.1:/)
    await taken.stop()
  })

  it("uses text format on request", async () => {
    const server = commands.start([...memory, "--log", "text"])
    await server.url()
    const { err } = await server.stop()
    assert.match(
      err,
      /^\S+Z INFO {2}starting version=\S+ node=\S+ store="the memory of this process" migrations=auto\n\S+Z INFO {2}ready url=/
    )
    assert.match(err, /^\S+Z INFO {2}stopping reason=SIGTERM$/m)
  })
})
