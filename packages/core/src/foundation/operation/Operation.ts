import { Effect, Tracer } from "effect"

/** Traces an effect under a name if the host installed a tracer; otherwise costs nothing. */
export const traced =
  (name: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) =>
      fiber.getRef(Tracer.Tracer) === Tracer.nativeTracer ? self : Effect.withSpan(self, name)
    )

/** An operation of the engine, traced under its name. The steps inside it are not traced. */
export const operation =
  (name: string) =>
  <Eff extends Effect.Effect<unknown, unknown, unknown>, A, Args extends Array<unknown>>(
    body: (...args: Args) => Generator<Eff, A, never>
  ) => {
    const run = Effect.fnUntraced(body)
    return (...args: Args) => traced(name)(run(...args))
  }
