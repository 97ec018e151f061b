import { Context, Effect, Layer, Option } from "effect"
import type { SiteId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as authCollection, type PublishingAuth } from "../../sites/publishing-auth/PublishingAuth.ts"
import { type Installation, collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { isOn, scopesOf } from "../installation/Reach.ts"
import { type Integration, collection as integrationCollection } from "../integration/Integration.ts"

/** The scope that an integration needs to sign visitors in (rule visitor-integration). */
export const visitorScope = "site:visitor:auth"

/** An integration that signs visitors of a site in, and the visitor authentication of the site. */
export interface VisitorIntegration {
  readonly integration: Integration
  readonly installation: Installation
  readonly auth: PublishingAuth
}

const byAge = (left: Installation, right: Installation): number =>
  left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1)

/** Finds the integration that signs the visitors of a site in. */
export class VisitorIntegrations extends Context.Service<VisitorIntegrations>()("@quire/core/VisitorIntegrations", {
  make: Effect.gen(function* () {
    const auths = yield* Repository.make(authCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)
    const integrations = yield* Repository.make(integrationCollection)

    const listOn = Effect.fnUntraced(function* (organization: string, site: SiteId) {
      const here = { equals: { organization }, limit: noLimit }
      const all = Repository.values(yield* installations.list("inOrganization", here)).toSorted(byAge)
      const known = yield* integrations.getMany(all.map(({ integration }) => integration))
      const scoped = all.flatMap((installation) => {
        const integration = known.get(installation.integration)?.value
        const may = integration !== undefined && scopesOf(integration, installation).includes(visitorScope)
        return may ? [{ installation, integration }] : []
      })
      const there = yield* places.getMany(scoped.map(({ installation }) => rowId(installation.id, site)))
      return scoped.filter(({ installation, integration }) =>
        isOn(integration, installation, "site", there.get(rowId(installation.id, site))?.value)
      )
    })

    /**
     * The current one: of those that are active on the site and have the scope, the one that was installed first (rule
     * visitor-integration).
     */
    const findVisitorIntegration = Effect.fnUntraced(function* (
      site: SiteId
    ): Effect.fn.Return<VisitorIntegration | undefined> {
      const auth = Option.getOrUndefined(yield* auths.get(site))?.value
      if (auth?.backend !== "integration") return undefined
      const [first] = yield* listOn(auth.organization, site)
      return first === undefined ? undefined : { ...first, auth }
    })

    return { findVisitorIntegration } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
