import { Actor, Backlog } from "@quire/core"
import { Effect, Fiber } from "effect"
import { showing } from "./ProcessMetrics.ts"

/** How long the store may take to be counted. */
const patience = "2 seconds"

const nothing: Backlog.PendingWork = {
  events: Number.NaN,
  eventsAge: Number.NaN,
  unchained: Number.NaN,
  mails: Number.NaN,
  deliveries: Number.NaN,
  subscribed: { events: Number.NaN, age: Number.NaN, failing: Number.NaN },
  jobs: []
}

/** Shows what waits in the store. While the store does not answer, all of it is not a number (rule metrics-outage). */
export const register = Effect.gen(function* () {
  const { read } = yield* Backlog.Backlog
  const show = showing(yield* Effect.context<never>())
  let isUp = false
  let waiting = nothing
  const kinds = new Set<string>()

  show("quire_store_up", "Whether the store answered when the metrics were read", () => (isUp ? 1 : 0))
  show("quire_outbox_lag_events", "Events not handed out to receivers yet, 10000 for more", () => waiting.events)
  show("quire_outbox_lag_seconds", "Age of the first event not handed out yet", () => waiting.eventsAge / 1000)
  show("quire_audit_unchained_events", "Events not in the audit log yet, 10000 for more", () => waiting.unchained)
  show("quire_mails_due", "Letters to be sent now, 10000 for more", () => waiting.mails)
  show("quire_deliveries_due", "Receivers to be told something now, 10000 for more", () => waiting.deliveries)
  const slowest = "the slowest subscription has yet to take"
  show("quire_subscriptions_lag_events", `Events that ${slowest}, 10000 for more`, () => waiting.subscribed.events)
  show("quire_subscriptions_lag_seconds", `Age of the first event that ${slowest}`, () => waiting.subscribed.age / 1000)
  show("quire_subscriptions_failing", "Subscriptions that did not take an event", () => waiting.subscribed.failing)

  const showKind = (kind: string): void => {
    const find = () => waiting.jobs.find((tally) => tally.kind === kind)
    const count = (told: number | undefined) => told ?? (isUp ? 0 : Number.NaN)
    show("quire_jobs_due", "Jobs to be run now", () => count(find()?.due), { kind })
    show("quire_jobs_running", "Jobs that servers run", () => count(find()?.running), { kind })
    show("quire_jobs_failed", "Jobs that have failed for good", () => count(find()?.failed), { kind })
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

  /** Counts again; statements cannot be interrupted, so that late ones are not waited for. */
  const refresh = Effect.gen(function* () {
    const counting = yield* Effect.forkDetach(Effect.provideService(read(), Actor.Actor, Actor.system))
    yield* Fiber.join(counting).pipe(
      Effect.timeout(patience),
      Effect.matchCauseEffect({ onFailure: () => look(nothing, false), onSuccess: (found) => look(found, true) })
    )
  })
  return { refresh } as const
})
