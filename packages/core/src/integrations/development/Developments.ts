import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import { collection, type Integration, idOf } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import * as IntegrationReach from "../integration/IntegrationReach.ts"
import * as Development from "./Development.ts"
import { limits } from "./Development.ts"

/** Development mode, which sends the events of integrations to their developers (rule integration-development). */
export class Developments extends Context.Service<Developments>()("@quire/core/Developments", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const events = yield* Events
    const reaching = yield* IntegrationReach.IntegrationReach
    const integrations = yield* Repository.make(collection)
    const { decideAndLock } = yield* TreeLock
    const administer = IntegrationReach.administer(access)
    const check = checked(Development.Begin)

    /** A published integration that the caller may see. */
    const find = Effect.fnUntraced(function* (name: string) {
      const reach = yield* reaching.of(yield* callingAnyone)
      const found = Option.getOrUndefined(yield* integrations.get(idOf(name)))
      if (found === undefined || !IntegrationReach.maySee(reach, found.value)) {
        return yield* new IntegrationNotFound({ name })
      }
      return found
    })

    const findAdministered = (name: string) => Effect.tap(find(name), ({ value }) => administer(value))

    /** Stores a change, unless nothing changes. */
    const write = Effect.fnUntraced(function* (
      seen: Repository.VersionedValue<Integration>,
      next: Integration,
      type: "integrationDevelopments.create" | "integrationDevelopments.delete"
    ) {
      yield* integrations.update(seen, next)
      yield* events.announce({
        type,
        organization: next.organization,
        subjects: [next.name],
        after: { endsAt: next.development?.endsAt ?? null }
      })
    })

    /** Enables development mode, or restarts it with another tunnel. */
    const begin = operation("Developments.begin")(function* (name: string, given: Development.Begin) {
      const { tunnelUrl } = yield* check(given)
      const { value } = yield* findAdministered(name)
      yield* decideAndLock(value.organization, findAdministered(name), (seen) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          write(
            seen,
            { ...seen.value, development: { tunnelUrl, endsAt: now + limits.lasts } },
            "integrationDevelopments.create"
          )
        )
      )
    })

    /** Disables development mode; returns whether it was enabled. */
    const end = operation("Developments.end")(function* (name: string) {
      const found = yield* Effect.option(find(name))
      if (Option.isNone(found)) return false
      return yield* decideAndLock(
        found.value.value.organization,
        findAdministered(name),
        Effect.fnUntraced(function* (seen) {
          const { development, ...next } = seen.value
          if (development === undefined) return false
          yield* write(seen, next, "integrationDevelopments.delete")
          return true
        })
      ).pipe(Effect.catchTag("IntegrationNotFound", () => Effect.succeed(false)))
    })

    return { begin, end } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, IntegrationReach.IntegrationReach.layer, TreeLock.layer])
  )
}
