import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Actor, Backlog } from "@quire/core"
import { Effect, Exit, Fiber, Scope } from "effect"
import { HttpMiddleware, HttpServerRequest, HttpServerResponse } from "effect/http"
import { format } from "effect/observability/PrometheusMetrics"
import * as ErrorResponse from "../foundation/error/ErrorResponse.ts"
import { Readiness } from "../foundation/exchange/Readiness.ts"
import * as Health from "./Health.ts"
import * as Listener from "./Listener.ts"
import * as ProcessMetrics from "./ProcessMetrics.ts"
import { showing } from "./ProcessMetrics.ts"

/** Timeout of the counts in the store. */
const storeTimeout = "2 seconds"

const noCounts: Backlog.PendingWork = {
  events: Number.NaN,
  eventsAge: Number.NaN,
  unchained: Number.NaN,
  mails: Number.NaN,
  deliveries: Number.NaN,
  subscribed: { events: Number.NaN, age: Number.NaN, failing: Number.NaN },
  jobs: []
}

/**
 * Registers metrics of pending work in the store. While the store does not respond, all of them are NaN (rule
 * metrics-outage).
 */
const registerStoreMetrics = Effect.gen(function* () {
  const { read } = yield* Backlog.Backlog
  const show = showing(yield* Effect.context<never>())
  let isUp = false
  let waiting = noCounts
  const kinds = new Set<string>()

  show("quire_store_up", "Whether the store responded when the metrics were read", () => (isUp ? 1 : 0))
  show("quire_outbox_lag_events", "Events not yet dispatched to receivers, counted up to 10000", () => waiting.events)
  show("quire_outbox_lag_seconds", "Age of the oldest event not yet dispatched", () => waiting.eventsAge / 1000)
  show("quire_audit_unchained_events", "Events not yet in the audit log, counted up to 10000", () => waiting.unchained)
  show("quire_mails_due", "Emails due to be sent, counted up to 10000", () => waiting.mails)
  show("quire_deliveries_due", "Receivers with a delivery due, counted up to 10000", () => waiting.deliveries)
  const slowest = "not yet accepted by the slowest subscription"
  show("quire_subscriptions_lag_events", `Events ${slowest}, counted up to 10000`, () => waiting.subscribed.events)
  show("quire_subscriptions_lag_seconds", `Age of the oldest event ${slowest}`, () => waiting.subscribed.age / 1000)
  show("quire_subscriptions_failing", "Subscriptions whose last delivery failed", () => waiting.subscribed.failing)

  const showKind = (kind: string): void => {
    const find = () => waiting.jobs.find((tally) => tally.kind === kind)
    const count = (tallied: number | undefined) => tallied ?? (isUp ? 0 : Number.NaN)
    show("quire_jobs_due", "Jobs due to run", () => count(find()?.due), { kind })
    show("quire_jobs_running", "Jobs in progress", () => count(find()?.running), { kind })
    show("quire_jobs_failed", "Jobs that failed permanently", () => count(find()?.failed), { kind })
  }

  const look = (found: Backlog.PendingWork, answered: boolean) =>
    Effect.sync(() => {
      isUp = answered
      waiting = found
      for (const { kind } of found.jobs) {
        if (!kinds.has(kind)) showKind(kind)
        kinds.add(kind)
      }
    })

  /** Counts again. Statements cannot be interrupted, so late ones are not awaited. */
  const refresh = Effect.gen(function* () {
    const counting = yield* Effect.forkDetach(Effect.provideService(read(), Actor.Actor, Actor.system))
    yield* Fiber.join(counting).pipe(
      Effect.timeout(storeTimeout),
      Effect.matchCauseEffect({ onFailure: () => look(noCounts, false), onSuccess: (found) => look(found, true) })
    )
  })
  return { refresh } as const
})

const contentType = "text/plain; version=0.0.4; charset=utf-8"

/** Collects the metrics as text. */
const makeMetrics = Effect.gen(function* () {
  const { forgetDelays } = yield* ProcessMetrics.register
  const { refresh } = yield* registerStoreMetrics
  return Effect.gen(function* () {
    yield* refresh
    const text = yield* format()
    forgetDelays()
    return HttpServerResponse.text(text, { contentType })
  })
})

/**
 * Serves only `/metrics`, `/healthz` and `/readyz`, until the scope closes (rule metrics-apart). Access is not
 * restricted.
 */
export const serve = (
  address: Listener.Address
): Effect.Effect<Listener.Address, Listener.ListenFailed, Scope.Scope | Backlog.Backlog | Readiness> =>
  Effect.gen(function* () {
    const readiness = yield* Readiness
    const answers = new Map([
      ["/metrics", yield* makeMetrics],
      ["/healthz", Health.alive],
      ["/readyz", Health.readyOf(readiness)]
    ])
    const noRoute = Effect.succeed(ErrorResponse.of(ErrorResponse.noRoute))
    const app = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
      const isRead = method === "GET" || method === "HEAD"
      return (isRead ? answers.get(url.replace(/\?.*/s, "")) : undefined) ?? noRoute
    }).pipe(Effect.withTracerEnabled(false))
    const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
    const handler = yield* NodeHttpServer.makeHandler(app, { scope }).pipe(
      Effect.provideService(HttpMiddleware.TracerDisabledWhen, () => true)
    )
    const server = createServer(handler)
    return yield* Effect.acquireRelease(Listener.listen(server, address), () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
    )
  })
