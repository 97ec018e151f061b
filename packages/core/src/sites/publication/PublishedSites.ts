import { Context, Effect, Layer, Schema } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Customization } from "../customization/Customization.ts"
import * as Customizations from "../customization/Customizations.ts"
import { SiteView, view } from "../site/Site.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureView, SiteStructureViews } from "../structure/SiteStructureViews.ts"
import { PublishedScript, PublishedScripts } from "./PublishedScripts.ts"

/** The ids of the site-spaces of a structure. */
const listSiteSpaces = ({ structure }: SiteStructureView): ReadonlyArray<string> =>
  structure.flatMap((item) => {
    if (item.object === "site-space") return [item.id]
    const sections = item.object === "site-section" ? [item] : item.sections
    return sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ id }) => id))
  })

/** Sites as reader applications draw them (rule site-profile). */
export class PublishedSites extends Context.Service<PublishedSites>()("@quire/core/PublishedSites", {
  make: Effect.gen(function* () {
    const { findSite } = yield* SiteAccess
    const structures = yield* SiteStructures
    const views = yield* SiteStructureViews
    const scripts = yield* PublishedScripts
    const { readCustomizations } = yield* Customizations.CustomizationReader

    const get = operation("PublishedSites.get")(function* (organization: OrganizationId, id: string) {
      const found = yield* findSite(organization, id)
      const { addressed } = found
      const [site = addressed.site] = yield* views.counted(found, [addressed.site])
      const { value } = yield* structures.load(id)
      const structure = yield* views.whole(found, value)
      const settings = yield* readCustomizations(organization, id)
      const settingsOf = (siteSpace: string) => Customizations.view(settings.siteSpaces.get(siteSpace) ?? settings.site)
      return {
        object: "published-content-site",
        site: view({ ...addressed, site }),
        structure,
        customizations: {
          site: Customizations.view(settings.site),
          siteSpaces: Object.fromEntries(listSiteSpaces(structure).map((each) => [each, settingsOf(each)]))
        },
        scripts: yield* scripts.ofSite(found.row.value)
      } satisfies PublishedSiteView
    })

    return { get } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      SiteAccess.layer,
      Customizations.CustomizationReader.layer,
      SiteStructureViews.layer,
      SiteStructures.layer
    ])
  )
}

/** All that a reader application needs to draw a site. */
export const PublishedSiteView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("published-content-site"),
      site: SiteView,
      structure: SiteStructureView,
      customizations: Schema.Struct(
        describeFields(
          {
            site: Customization,
            /** The settings that hold for each site-space, by id. */
            siteSpaces: Schema.Record(Schema.String, Customization)
          },
          { site: "Settings of the site.", siteSpaces: "Effective settings of each site space, by id." }
        )
      ),
      scripts: Schema.Array(PublishedScript)
    },
    {
      site: "Site that is published.",
      structure: "Sections and spaces of the site.",
      customizations: "Settings of the site and of its spaces.",
      scripts: "Scripts that integrations add to the pages."
    }
  )
).annotate({ identifier: "PublishedContentSite" })
export type PublishedSiteView = typeof PublishedSiteView.Type
