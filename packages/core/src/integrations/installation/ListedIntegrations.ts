import { Context, Effect, Layer, Option } from "effect"
import { type ActingIntegration, Actor } from "../../foundation/operation/Actor.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { idOf, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import * as IntegrationReach from "../integration/IntegrationReach.ts"
import { collection } from "./IntegrationInstallation.ts"

/** Determines the organizations whose installations of an integration a caller can list (rule installation-lists). */
export class ListedIntegrations extends Context.Service<ListedIntegrations>()("@quire/core/ListedIntegrations", {
  make: Effect.gen(function* () {
    const reaching = yield* IntegrationReach.IntegrationReach
    const installations = yield* Repository.make(collection)
    const integrations = yield* Repository.make(integrationCollection)

    const findIntegration = (name: string) =>
      Effect.flatMap(integrations.get(idOf(name)), (found) =>
        Option.isSome(found) ? Effect.succeed(found.value.value) : Effect.fail(new IntegrationNotFound({ name }))
      )

    /**
     * Organizations in which an integration lists its installations: all, or with the token of an installation only its
     * organization.
     */
    const ownOrganizations = Effect.fnUntraced(function* (
      { installation, integration }: ActingIntegration,
      asked: string
    ) {
      if (integration !== asked) return yield* new IntegrationNotFound({ name: asked })
      if (installation === undefined) return undefined
      const own = Option.getOrUndefined(yield* installations.get(installation))?.value
      return own === undefined ? [] : [own.organization]
    })

    /**
     * An integration that the caller may know of, and the organizations whose installations they can list; undefined for
     * all.
     */
    const findListed = Effect.fnUntraced(function* (name: string) {
      const caller = yield* Actor
      if (caller._tag === "Integration") {
        const organizations = yield* ownOrganizations(caller.acting, idOf(name))
        return { integration: yield* findIntegration(name), organizations }
      }
      const reach = yield* reaching.of(yield* callingAnyone)
      const integration = yield* findIntegration(name)
      if (!IntegrationReach.mayKnow(reach, integration)) return yield* new IntegrationNotFound({ name })
      return { integration, organizations: IntegrationReach.administeredBy(reach) }
    })

    return { findIntegration, findListed } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(IntegrationReach.IntegrationReach.layer))
}
