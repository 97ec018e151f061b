import { Context, Effect, Layer, Metric } from "effect"

/** Seconds; the last bucket is without an end. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Measurements of requests. */
export interface Meter {
  readonly begin: () => void
  /** `route` is a template; undefined if no route was found, or if a site was served at a custom hostname. */
  readonly end: (method: string, route: string | undefined, status: number, nanoseconds: bigint) => void
}

const durationOf = (method: string, route: string, status: string) =>
  Metric.histogram("quire_http_request_duration_seconds", {
    description: "Time from the start of a request to the start of its response",
    attributes: { method, route, status },
    boundaries
  })

const inFlight = Metric.gauge("quire_http_requests_in_flight", {
  description: "Requests whose responses have not started"
})

const make = (context: Context.Context<never>): Meter => {
  const durations = new Map<string, Metric.Histogram<number>>()
  let running = 0
  Metric.registerUnsafe(inFlight, context, {
    get: () => ({ value: running }),
    update: () => {},
    modify: () => {}
  })
  return {
    begin: () => {
      running += 1
    },
    end: (method, route = "none", status, nanoseconds) => {
      running -= 1
      const key = `${status} ${method} ${route}`
      const known = durations.get(key)
      const named = known ?? durationOf(methods.has(method) ? method : "other", route, `${Math.floor(status / 100)}xx`)
      if (known === undefined && methods.has(method)) durations.set(key, named)
      named.updateUnsafe(Number(nanoseconds / 1000n) / 1e6, context)
    }
  }
}

/**
 * Measures requests by method, template and status class, which have few values (rule metrics-labels); off when absent.
 */
export const RequestMeter: Context.Reference<Meter | undefined> = Context.Reference<Meter | undefined>(
  "@quire/http/RequestMeter",
  { defaultValue: () => undefined }
)

/** Measures into the registry of the context. */
export const layer: Layer.Layer<never> = Layer.effectContext(
  Effect.map(Effect.context<never>(), (context) => Context.make(RequestMeter, make(context)))
)
