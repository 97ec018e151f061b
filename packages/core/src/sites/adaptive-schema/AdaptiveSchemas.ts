import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import * as AdaptiveSchema from "./AdaptiveSchema.ts"
import { collection, empty, view } from "./AdaptiveSchema.ts"
import * as TemplateConditions from "./TemplateConditions.ts"

const checkUpdate = checked(AdaptiveSchema.Update)

/** The schemas of the claims of visitors of sites (rule adaptive-schema). */
export class AdaptiveSchemas extends Context.Service<AdaptiveSchemas>()("@quire/core/AdaptiveSchemas", {
  make: Effect.gen(function* () {
    const { findSite, withSite } = yield* SiteAccess
    const events = yield* Events
    const schemas = yield* Repository.make(collection)

    /** A site whose schema was never set allows no claims since its creation. */
    const findGiven = Effect.fnUntraced(function* (organization: OrganizationId, site: string) {
      const { row } = yield* findSite(organization, site)
      const found = yield* schemas.get(site)
      return Option.match(found, {
        onNone: () => ({ jsonSchema: empty, updatedAt: row.value.createdAt }),
        onSome: ({ value }) => value
      })
    })

    /** The facts about the claims of a site's visitors. */
    const get = operation("AdaptiveSchemas.get")(function* (organization: OrganizationId, site: string) {
      return view(yield* findGiven(organization, site))
    })

    /** Replaces what is known of the claims of a site's visitors. */
    const update = operation("AdaptiveSchemas.update")(function* (
      organization: OrganizationId,
      site: string,
      given: AdaptiveSchema.Update
    ) {
      const { jsonSchema } = yield* checkUpdate(given)
      return yield* withSite(
        organization,
        site,
        ({ row }) =>
          Effect.gen(function* () {
            const seen = Option.getOrUndefined(yield* schemas.get(site))
            const before = seen?.value.jsonSchema ?? empty
            if (CanonicalJson.equals(before, jsonSchema)) {
              return view({ jsonSchema: before, updatedAt: seen?.value.updatedAt ?? row.value.createdAt })
            }
            const next = { id: row.value.id, organization, jsonSchema, updatedAt: yield* Clock.currentTimeMillis }
            yield* seen === undefined ? schemas.insert(next) : schemas.update(seen, next)
            yield* events.announce({
              type: "siteAdaptiveSchemas.update",
              organization,
              subjects: [site],
              before,
              after: jsonSchema
            })
            return view(next)
          }),
        "site:adaptive:write"
      )
    })

    /** Conditions that the schema suggests. */
    const listTemplates = operation("AdaptiveSchemas.listTemplates")(function* (
      organization: OrganizationId,
      site: string
    ) {
      return { items: TemplateConditions.of((yield* findGiven(organization, site)).jsonSchema) }
    })

    return { get, update, listTemplates } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Events.layer, SiteAccess.layer]))
}
