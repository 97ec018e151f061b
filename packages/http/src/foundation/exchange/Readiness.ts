import { Organization, Repository, type RowStore } from "@quire/core"
import { Context, Deferred, Effect, Fiber, Layer, Ref } from "effect"

/** How long the store may take to respond before the server counts as not ready. */
const patience = "2 seconds"

/** Whether the probe succeeds in time. A probe that cannot be interrupted is not waited for. */
const succeedsInTime = <A, E>(probe: Fiber.Fiber<A, E>): Effect.Effect<boolean> =>
  Fiber.join(probe).pipe(
    Effect.timeout(patience),
    Effect.as(true),
    Effect.catchCause(() => Effect.succeed(false)),
    Effect.ensuring(Effect.sync(() => probe.interruptUnsafe()))
  )

/** Logs a change of readiness once, not with each probe (rule readiness-told). */
const logChange = (answered: boolean): Effect.Effect<void> =>
  answered
    ? Effect.logInfo("ready again: the store responds")
    : Effect.logWarning("not ready: the store does not respond in time")

/** Whether requests should be sent here: the store responds, and the server is not shutting down. */
export class Readiness extends Context.Service<
  Readiness,
  {
    readonly isReady: Effect.Effect<boolean>
    /** Makes the server permanently not ready. */
    readonly shutDown: Effect.Effect<void>
    /** Waits until the server shuts down. */
    readonly closing: Effect.Effect<void>
  }
>()("@quire/http/Readiness") {
  /** Ready while the probe succeeds. */
  static readonly layerProbe = <E, R>(probe: Effect.Effect<unknown, E, R>) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const context = yield* Effect.context<R>()
        const closed = yield* Deferred.make<void>()
        const hadAnswer = yield* Ref.make(true)
        const answers = Effect.flatMap(Effect.forkDetach(Effect.provide(probe, context)), succeedsInTime).pipe(
          Effect.tap((answered) =>
            Effect.flatMap(Ref.getAndSet(hadAnswer, answered), (before) =>
              before === answered ? Effect.void : logChange(answered)
            )
          )
        )
        return {
          isReady: Effect.flatMap(Deferred.isDone(closed), (isClosed) => (isClosed ? Effect.succeed(false) : answers)),
          shutDown: Effect.asVoid(Deferred.succeed(closed, undefined)),
          closing: Deferred.await(closed)
        }
      })
    )

  /** Ready while the store can look up a row. */
  static readonly layer: Layer.Layer<Readiness, never, RowStore.RowStore> = this.layerProbe(
    Effect.flatMap(Repository.make(Organization.collection), (organizations) => organizations.get("none"))
  )
}
