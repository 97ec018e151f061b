import { Operation } from "@quire/core"
import { Data, Effect, Exit, type Fiber, Option, Tracer } from "effect"
import { type HttpServerRequest, HttpTraceContext } from "effect/http"
import type * as Exchange from "../foundation/exchange/Exchange.ts"

/** How a request ended, with its status once there is a response. */
export interface SpanOutcome {
  readonly exchange: Exchange.Exchange
  readonly status: () => number
}

class RequestFailed extends Data.TaggedError("RequestFailed")<{ readonly status: number }> {
  override get message() {
    return `answered ${this.status}`
  }
}

/** Whether the traces of a fiber are recorded. */
export const isOn = ({ cache: { tracer, tracerEnabled } }: Fiber.Fiber<unknown, unknown>): boolean =>
  tracer !== undefined && tracer !== Tracer.nativeTracer && tracerEnabled

/**
 * Traces a request, as part of the caller's trace if the request names one (rule trace-whole). Only server failures
 * fail the span.
 */
export const around = <A, E, R>(
  { headers, method }: HttpServerRequest.HttpServerRequest,
  template: string | undefined,
  { exchange, status }: SpanOutcome,
  answer: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const parent = HttpTraceContext.w3c(headers)
  const span = Effect.makeSpan(template === undefined ? method : `${method} ${template}`, {
    kind: "server",
    ...(Option.isSome(parent) ? { parent: parent.value } : { root: true }),
    attributes: { "http.request.method": method, "quire.request": exchange.id }
  })
  return Effect.flatMap(span, (made) =>
    Operation.inSpan(answer, made, () => {
      const code = status()
      made.attribute("http.response.status_code", code)
      if (template !== undefined) made.attribute("http.route", template)
      return code < 500 ? Exit.void : Exit.fail(new RequestFailed({ status: code }))
    })
  )
}
