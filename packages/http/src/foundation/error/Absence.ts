import { Access, type AccessFacts, Actor, Placement } from "@quire/core"
import { Context, Effect, Layer, Option } from "effect"
import { onWire, type WireError } from "./Errors.ts"

type Target = AccessFacts.Target

/** The error that hides a target from a caller; none when the caller may see it. */
export class Absence extends Context.Service<
  Absence,
  { readonly of: (target: Target, caller: Actor.Caller) => Effect.Effect<Option.Option<WireError>> }
>()("@quire/http/Absence") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const access = yield* Access.Access
      const space = (id: string) =>
        onWire(access.placement("space", id, "content:view", () => new Placement.SpaceNotFound({ id })))
      const collection = (id: string) =>
        onWire(access.placement("collection", id, "content:view", () => new Placement.CollectionNotFound({ id })))
      const site = (id: string) =>
        onWire(access.placement("site", id, "content:view", () => new Placement.SiteNotFound({ id })))
      const finders = { space, collection, site }
      const errorOf = <A, E extends WireError>(found: Effect.Effect<A, E, Actor.Actor>, caller: Actor.Caller) =>
        Effect.provideService(found, Actor.Actor, caller).pipe(Effect.flip, Effect.option)
      return Absence.of({
        of: (target, caller) => {
          switch (target._tag) {
            case "Nothing":
              return Effect.succeedNone
            case "Organization":
              return errorOf(onWire(access.organization(target.id, "organization:view")), caller)
            case "Placement":
              return errorOf(finders[target.kind](target.id), caller)
          }
        }
      })
    })
  )

  /** Hides nothing. */
  static readonly layerNone = Layer.succeed(this, { of: () => Effect.succeed(Option.none()) })
}
