import { Effect, Tracer } from "effect"

/** Traces an effect under a name where the host installed a tracer; costs nothing where it did not. */
export const traced =
  (name: string) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) =>
      fiber.getRef(Tracer.Tracer) === Tracer.nativeTracer ? self : Effect.withSpan(self, name)
    )

/** An operation that a caller may ask of the engine, traced under its name. What operations are made of is not. */
export const operation =
  (name: string) =>
  <Eff extends Effect.Effect<unknown, unknown, unknown>, A, Args extends Array<unknown>>(
    body: (...args: Args) => Generator<Eff, A, never>
  ) => {
    const run = Effect.fnUntraced(body)
    return (...args: Args) => traced(name)(run(...args))
  }
