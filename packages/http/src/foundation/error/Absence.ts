import { Access, type AccessFacts, Actor, PlaceNotFound } from "@quire/core"
import { Context, Effect, Layer, Option } from "effect"
import { onWire, type WireError } from "./Errors.ts"

type Target = AccessFacts.Target

/** What a caller is told of a target that is not there for them; none where it is. */
export class Absence extends Context.Service<
  Absence,
  { readonly of: (target: Target, caller: Actor.Caller) => Effect.Effect<Option.Option<WireError>> }
>()("@quire/http/Absence") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const access = yield* Access.Access
      const space = (id: string) =>
        onWire(access.placement("space", id, "content:view", () => new PlaceNotFound.SpaceNotFound({ id })))
      const collection = (id: string) =>
        onWire(access.placement("collection", id, "content:view", () => new PlaceNotFound.CollectionNotFound({ id })))
      const told = <A, E extends WireError>(found: Effect.Effect<A, E, Actor.Actor>, caller: Actor.Caller) =>
        Effect.provideService(found, Actor.Actor, caller).pipe(Effect.flip, Effect.option)
      return Absence.of({
        of: (target, caller) => {
          switch (target._tag) {
            case "Nothing":
              return Effect.succeedNone
            case "Organization":
              return told(onWire(access.organization(target.id, "organization:view")), caller)
            case "Placement":
              return told(target.kind === "space" ? space(target.id) : collection(target.id), caller)
          }
        }
      })
    })
  )

  /** Everything is there for everybody. */
  static readonly layerNone = Layer.succeed(this, { of: () => Effect.succeed(Option.none()) })
}
