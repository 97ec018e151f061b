import { Cause, Clock, Data, Effect, Exit, Predicate, Tracer } from "effect"
import * as Tenant from "./Tenant.ts"

/**
 * Replaces the error of an operation in a span: it has the name of the error, and none of its contents (rule
 * trace-content).
 */
class TracedFailure extends Data.TaggedError("TracedFailure")<{ readonly failure: string }> {
  override get message() {
    return this.failure
  }
}

const nameOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, "_tag") && typeof error._tag === "string") return error._tag
  return error instanceof Error ? error.name : "unknown"
}

/** The exit of an effect, without values. */
const traceableExit = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<void, TracedFailure> => {
  if (Exit.isSuccess(exit)) return Exit.void
  return Cause.hasInterruptsOnly(exit.cause)
    ? Exit.interrupt()
    : Exit.fail(new TracedFailure({ failure: nameOf(Cause.squash(exit.cause)) }))
}

export interface SpanOptions {
  readonly kind?: Tracer.SpanKind
  readonly attributes?: Readonly<Record<string, unknown>>
}

/** Runs an effect in a span, which ends with it. */
export const inSpan = <A, E, R>(
  self: Effect.Effect<A, E, R>,
  span: Tracer.Span,
  atEnd: (exit: Exit.Exit<A, E>) => Exit.Exit<unknown, unknown> = traceableExit
): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
  Effect.onExit(Effect.withParentSpan(self, span), (exit) =>
    Effect.map(Clock.currentTimeNanos, (now) => span.end(now, atEnd(exit)))
  )

/**
 * Traces an effect under a name if a tracer is installed and the trace is sampled. The effect runs for one tenant: that
 * of the surrounding request or operation, if there is one (rule pool-shares).
 */
export const traced =
  (name: string, options?: SpanOptions) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber): Effect.Effect<A, E, R> => {
      const self = Tenant.scoped(work)
      const { span, tracer, tracerEnabled } = fiber.cache
      const isOff = tracer === undefined || tracer === Tracer.nativeTracer || !tracerEnabled || span?.sampled === false
      return isOff ? self : Effect.flatMap(Effect.makeSpan(name, options), (made) => inSpan(self, made))
    })

/** An operation of the engine, traced under its name. The steps inside it are not traced. */
export const operation =
  (name: string) =>
  <Eff extends Effect.Effect<unknown, unknown, unknown>, A, Args extends Array<unknown>>(
    body: (...args: Args) => Generator<Eff, A, never>
  ) => {
    const run = Effect.fnUntraced(body)
    return (...args: Args) => traced(name)(run(...args))
  }
