import { Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { collection as providerCollection } from "../../people/identity-provider/SamlProvider.ts"
import { OpenedSites } from "../site/OpenedSites.ts"
import * as PublishingAuth from "./PublishingAuth.ts"
import { collection, patch, regenerate as renew, VisitorKeys, view } from "./PublishingAuth.ts"

const checkPatch = checked(PublishingAuth.Patch)

const payloadOf = ({ backend, claims, fallbackURL, provider }: PublishingAuth.PublishingAuth) => ({
  backend,
  fallbackURL,
  ...(provider === null ? {} : { provider }),
  ...(Object.keys(claims).length === 0 ? {} : { claims })
})

/** How visitors of sites authenticate (rule visitor-key). */
export class PublishingAuths extends Context.Service<PublishingAuths>()("@quire/core/PublishingAuths", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const keys = yield* VisitorKeys
    const sites = yield* OpenedSites
    const rows = yield* Repository.make(collection)
    const providers = yield* Repository.make(providerCollection)

    const toView = (auth: PublishingAuth.PublishingAuth) => Effect.map(keys.open(auth), (key) => view(auth, key))

    /** How the visitors of a site sign in. */
    const get = operation("PublishingAuths.get")(function* (organization: OrganizationId, site: string) {
      const { id } = yield* sites.administer(organization, site, "site:visitor:auth")
      const { value } = yield* rows.require(id)
      return yield* toView(value)
    })

    const checkProvider = Effect.fnUntraced(function* (
      organization: OrganizationId,
      { provider: id }: PublishingAuth.Patch
    ) {
      if (id === null || id === undefined) return
      const found = Option.getOrUndefined(yield* providers.get(id))?.value
      if (found?.organization !== organization) return yield* new ReferenceNotFound({ field: "provider", id })
    })

    /** Writes what is changed, and announces that if it is a change. */
    const change = <E>(
      organization: OrganizationId,
      site: string,
      next: (before: PublishingAuth.PublishingAuth) => Effect.Effect<PublishingAuth.PublishingAuth, E>
    ) =>
      sites.change(organization, site, ({ id }) =>
        Effect.gen(function* () {
          const seen = yield* rows.requireLocked(id)
          const after = yield* next(seen.value)
          const written = yield* rows.update(seen, after)
          if (written.version !== seen.version) {
            yield* events.announce({
              type: "publishingAuths.update",
              organization,
              subjects: [id],
              before: payloadOf(seen.value),
              after: payloadOf(after)
            })
          }
          return yield* toView(after)
        })
      )

    /** Changes who signs the visitors of a site in. */
    const update = operation("PublishingAuths.update")(function* (
      organization: OrganizationId,
      site: string,
      given: PublishingAuth.Patch
    ) {
      const changes = yield* checkPatch(given)
      return yield* change(organization, site, (before) =>
        Effect.as(checkProvider(organization, changes), patch(before, changes))
      )
    })

    /** Creates a new key; all tokens signed with the previous key become invalid. */
    const regenerate = operation("PublishingAuths.regenerate")(function* (organization: OrganizationId, site: string) {
      return yield* change(organization, site, (before) =>
        Effect.map(keys.draw(before.id), (sealed) => renew(before, sealed))
      )
    })

    return { get, update, regenerate } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, OpenedSites.layer, VisitorKeys.layer])
  )
}
