import { ApiTokens, type UserId, Users } from "@quire/core"
import { AdminServer, RateLimit, Readiness, RequestMeter } from "@quire/http"
import { Effect, Exit, Layer, Metric, Scope } from "effect"
import { Client } from "pg"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { standingClock } from "../host/host.ts"
import * as Database from "../support/database.ts"
import { as, asSystem, memory, postgresTold } from "../support/engine.ts"
import * as Server from "../support/server.ts"

const perMinute = 20

/** The samples of a text, by name and labels. */
const samplesOf = (text: string) =>
  new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => {
        const at = line.lastIndexOf(" ")
        return [line.slice(0, at), Number(line.slice(at + 1).replace("+Inf", "Infinity"))] as const
      })
  )

const stores = [
  ["memory", memory],
  ["Postgres", postgresTold((config) => void opened.push(config))]
] as const

const opened: Array<Database.Config> = []

for (const [store, engine] of stores) {
  describe(`metrics over ${store}`, () => {
    let api: Server.Opened<Server.Whole>
    let url = ""
    let scope: Scope.Closeable
    beforeAll(async () => {
      const registry = Layer.succeed(Metric.MetricRegistry, new Map())
      const limits = RateLimit.RateLimit.layerMemory({ perMinute })
      // No budget is refilled while a slow machine sends the requests that use it up.
      const clock = await standingClock()
      const references = Layer.mergeAll(Layer.provideMerge(RequestMeter.layer, registry), clock.layer)
      api = await Server.open(Layer.provideMerge(engine, registry), "anyone", undefined, limits, references)
      scope = await api.run(Scope.make())
      const { port } = await api.run(
        AdminServer.serve({ host: "127.0.0.1", port: 0 }).pipe(
          Effect.provide(Readiness.Readiness.layer),
          Effect.provide(registry),
          Scope.provide(scope)
        )
      )
      url = `http://127.0.0.1:${port}`
    })
    afterAll(async () => {
      await api.run(Scope.close(scope, Exit.void))
      await api.close()
    })

    const scrape = async () => samplesOf(await (await fetch(`${url}/metrics`)).text())
    const tokenOf = async (name: string) => {
      const ensure = Effect.flatMap(Users.Users, (users) =>
        users.ensure({ email: `${name}@m.test`, displayName: name })
      )
      const { id } = await api.run(asSystem(ensure))
      const create = (user: UserId) =>
        as(user)(Effect.flatMap(ApiTokens.ApiTokens, (tokens) => tokens.create(user, { label: "one" })))
      return (await api.run(create(id))).token
    }

    it("counts requests by method, template and class only, cumulatively (rule metrics-labels)", async () => {
      const token = await tokenOf("ada")
      for (let at = 0; at < 3; at++) await api.send("GET", "/v1/user", { token })
      await api.send("GET", "/v1/orgs/secret-organization-name", { token })
      await api.send("GET", "/v1/there-is-no-such-thing-as-me", { token })
      await api.send("BREW", "/v1/user", { token })
      const samples = await scrape()
      const total = (method: string, route: string, status: string) =>
        samples.get(`quire_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`)
      assert.strictEqual(total("GET", "/v1/user", "2xx"), 3)
      assert.strictEqual(total("GET", "/v1/orgs/{organizationId}", "4xx"), 1)
      assert.strictEqual(total("GET", "none", "4xx"), 1)
      assert.strictEqual(total("other", "none", "4xx"), 1)
      assert.notInclude([...samples.keys()].join("\n"), "secret-organization-name")
      assert.notInclude([...samples.keys()].join("\n"), "BREW")
      const buckets = [...samples].filter(([name]) =>
        name.startsWith('quire_http_request_duration_seconds_bucket{method="GET",route="/v1/user"')
      )
      assert.strictEqual(buckets.length, 12)
      assert.strictEqual(buckets.at(-1)?.[1], 3)
      assert.deepStrictEqual(
        buckets.map(([, count]) => count),
        buckets.map(([, count]) => count).toSorted((a, b) => a - b)
      )
      assert.strictEqual(samples.get("quire_http_requests_in_flight"), 0)
    })

    it("counts rejections by the kind of budget", async () => {
      const token = await tokenOf("grace")
      for (let at = 0; at < perMinute + 2; at++) await api.send("GET", "/v1/user", { token })
      assert.strictEqual((await scrape()).get('quire_rate_limited_requests_total{budget="person"}'), 2)
    })

    it("describes the process, the pool and the queues", async () => {
      const samples = await scrape()
      const names = ["quire_outbox_lag_events", "quire_outbox_lag_seconds", "quire_audit_unchained_events"]
      for (const name of [...names, "quire_mails_due", "quire_deliveries_due", "quire_uptime_seconds"]) {
        assert.isAtLeast(samples.get(name) ?? Number.NaN, 0, name)
      }
      assert.isAbove(samples.get("quire_outbox_lag_events") ?? 0, 0)
      assert.isAbove(samples.get('quire_memory_bytes{kind="resident"}') ?? 0, 1e7)
      assert.isAtLeast(samples.get('quire_event_loop_delay_seconds{quantile="1"}') ?? Number.NaN, 0)
      assert.strictEqual(samples.get("quire_store_up"), 1)
      assert.isTrue([...samples.keys()].some((name) => name.startsWith("quire_build_info{version=")))
      const pool = ['quire_postgres_connections{state="in use"}', 'quire_postgres_connections{state="idle"}']
      const shown = [...pool, "quire_postgres_waiting"].map((name) => samples.has(name))
      assert.deepStrictEqual(shown, shown.fill(store === "Postgres"))
    })

    it("takes a constant number of statements, whatever the store contains (rule metrics-cost)", async () => {
      const statements = async () => {
        const query = vi.spyOn(Client.prototype, "query")
        try {
          await scrape()
          return query.mock.calls.length
        } finally {
          query.mockRestore()
        }
      }
      const before = await statements()
      for (let at = 0; at < 30; at++) await tokenOf(`person${at}`)
      assert.strictEqual(await statements(), before)
      assert.strictEqual(before, store === "Postgres" ? 8 : 0)
    })

    it.runIf(store === "Postgres")("responds while the store does not (rule metrics-outage)", async () => {
      const [config] = opened
      assert(config !== undefined)
      const client = await Database.connected(config)
      try {
        await client.query("alter table quire.jobs rename to jobs_elsewhere")
        const samples = await scrape()
        assert.strictEqual(samples.get("quire_store_up"), 0)
        assert.isNaN(samples.get("quire_mails_due"))
        assert.isAbove(samples.get('quire_memory_bytes{kind="resident"}') ?? 0, 1e7)
      } finally {
        await client.query("alter table quire.jobs_elsewhere rename to jobs")
        await client.end()
      }
      assert.strictEqual((await scrape()).get("quire_store_up"), 1)
    })

    it("uses a listener without the API (rule metrics-apart)", async () => {
      const statusOf = async (path: string, method = "GET") => (await fetch(`${url}${path}`, { method })).status
      assert.deepStrictEqual([await statusOf("/healthz"), await statusOf("/readyz")], [200, 200])
      for (const path of ["/", "/v1/user", "/docs", "/openapi.json", "/metrics/x"]) {
        assert.strictEqual(await statusOf(path), 404, path)
      }
      assert.strictEqual(await statusOf("/metrics", "POST"), 404)
      assert.strictEqual((await api.send("GET", "/metrics")).status, 404)
    })
  })
}
