import { Organization, Repository, type RowStore } from "@quire/core"
import { Context, Effect, Layer, Ref } from "effect"

/** How long the store may take to answer before the server counts as not ready. */
const patience = "2 seconds"

/** Whether requests should be sent here: the store answers, and the server is not shutting down. */
export class Readiness extends Context.Tag("@quire/http/Readiness")<
  Readiness,
  {
    readonly isReady: Effect.Effect<boolean>
    /** From now on not ready. There is no way back. */
    readonly shutDown: Effect.Effect<void>
  }
>() {
  /** Ready while the probe succeeds. */
  static readonly layerProbe = <E, R>(probe: Effect.Effect<unknown, E, R>) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const context = yield* Effect.context<R>()
        const isOpen = yield* Ref.make(true)
        const answers = probe.pipe(
          Effect.provide(context),
          Effect.disconnect,
          Effect.timeout(patience),
          Effect.as(true),
          Effect.catchAllCause(() => Effect.succeed(false))
        )
        return {
          isReady: Effect.if(Ref.get(isOpen), { onTrue: () => answers, onFalse: () => Effect.succeed(false) }),
          shutDown: Ref.set(isOpen, false)
        }
      })
    )

  /** Ready while the store can look up a row. */
  static readonly layer: Layer.Layer<Readiness, never, RowStore.RowStore> = this.layerProbe(
    Effect.flatMap(Repository.make(Organization.collection), (organizations) => organizations.get("none"))
  )
}
