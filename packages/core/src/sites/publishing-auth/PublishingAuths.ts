import { Context, Effect, Layer, Option } from "effect"
import { toSecretText } from "../../accounts/token/Checksum.ts"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type OpenedSite, OpenedSites } from "../site/OpenedSites.ts"
import { collection, ofNewSite, type PublishingAuth, regenerate as renew, sealingContext } from "./PublishingAuth.ts"
import { Patch, patch } from "./PublishingAuthInput.ts"
import { view } from "./PublishingAuthView.ts"

const checkPatch = checked(Patch)

const shownIn = ({ backend, fallbackURL }: PublishingAuth) => ({ backend, fallbackURL })

/** How visitors of sites prove who they are. The key is made when it is first asked for (rule visitor-key). */
export class PublishingAuths extends Context.Service<PublishingAuths>()("@quire/core/PublishingAuths", {
  make: Effect.gen(function* () {
    const events = yield* Events
    const sealing = yield* Sealing
    const secrets = yield* Secrets
    const sites = yield* OpenedSites
    const rows = yield* Repository.make(collection)

    const makeKey = Effect.fnUntraced(function* (site: string) {
      return yield* sealing.seal(sealingContext(site), toSecretText(yield* secrets.random(32)))
    })

    const toView = Effect.fnUntraced(function* (auth: PublishingAuth) {
      return view(auth, yield* sealing.open(sealingContext(auth.id), auth.sealed))
    })

    /** Locks the row of a site, which is made if there is none. */
    const lock = Effect.fnUntraced(function* ({ id, organization }: OpenedSite) {
      const seen = (yield* rows.lock([id])).get(id)
      return seen ?? (yield* rows.insert(ofNewSite({ id, organization }, yield* makeKey(id))))
    }, Effect.orDie)

    const get = operation("PublishingAuths.get")(function* (organization: OrganizationId, site: string) {
      const { id } = yield* sites.administer(organization, site)
      const found = yield* rows.get(id)
      if (Option.isSome(found)) return yield* toView(found.value.value)
      return yield* sites.change(organization, site, (opened) =>
        Effect.flatMap(lock(opened), ({ value }) => toView(value))
      )
    })

    /** Changes a row and announces that, if it is a change. */
    const change = (
      organization: OrganizationId,
      site: string,
      next: (before: PublishingAuth) => Effect.Effect<PublishingAuth>
    ) =>
      sites.change(organization, site, (opened) =>
        Effect.gen(function* () {
          const seen = yield* lock(opened)
          const after = yield* next(seen.value)
          const written = yield* Effect.orDie(rows.update(seen, after))
          if (written.version !== seen.version) {
            yield* events.announce({
              type: "publishingAuth.update",
              organization,
              subjects: [site],
              before: shownIn(seen.value),
              after: shownIn(after)
            })
          }
          return yield* toView(after)
        })
      )

    const update = operation("PublishingAuths.update")(function* (
      organization: OrganizationId,
      site: string,
      given: Patch
    ) {
      const changes = yield* checkPatch(given)
      return yield* change(organization, site, (before) => Effect.succeed(patch(before, changes)))
    })

    /** Makes a new key; every token that was signed with the former one is void. */
    const regenerate = operation("PublishingAuths.regenerate")(function* (organization: OrganizationId, site: string) {
      return yield* change(organization, site, (before) =>
        Effect.map(makeKey(before.id), (sealed) => renew(before, sealed))
      )
    })

    /** The key that tokens of visitors are signed with. The caller has decided already who may use it. */
    const findKey = operation("PublishingAuths.findKey")(function* (site: string) {
      const found = yield* rows.get(site)
      if (Option.isNone(found)) return Option.none<string>()
      return Option.some(yield* sealing.open(sealingContext(site), found.value.value.sealed))
    })

    return { get, update, regenerate, findKey } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
