import type { Engine } from "@quire/core"
import { Context, Effect, Layer, type Scope } from "effect"

const isCaptured = (key: string): boolean => key.startsWith("@quire/core/") || key.startsWith("@quire/adapters/")

/**
 * Removes the services of the engine from a context. Handlers capture them when they are built; in the context of a
 * request they would be copied with every service that the request adds.
 */
export const withoutEngine = <R, Dropped = Engine.Services>(
  context: Context.Context<R | Dropped>
): Context.Context<R> => Context.makeUnsafe(new Map(Array.from(context.mapUnsafe).filter(([key]) => !isCaptured(key))))

interface EngineContext {
  readonly services: Context.Context<Engine.Services>
}

/** The engine's services, available while handlers are built. */
export class Built extends Context.Service<Built, EngineContext>()("@quire/http/Capture/Built") {}

/** Builds handlers that capture the services of the engine. */
export const capturing = <A, E, R>(
  handlers: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Engine.Services> | Built> =>
  Effect.flatMap(Built, ({ services }) => Effect.provideContext(handlers, services))

/** Registers handlers whose requests run without the engine's services in their context. */
export const layer = <A, E, R>(groups: Layer.Layer<A, E, R | Built>): Layer.Layer<A, E, R | Engine.Services> =>
  Layer.effectContext(
    Effect.updateContext(Layer.build(groups), (context: Context.Context<R | Scope.Scope | Engine.Services>) =>
      Context.add(withoutEngine<R | Scope.Scope>(context), Built, { services: context })
    )
  )
