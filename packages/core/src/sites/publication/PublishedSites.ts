import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as CustomizationView from "../../sites/customization/CustomizationView.ts"
import * as SiteCustomizations from "../../sites/customization/SiteCustomizations.ts"
import { SiteAccess } from "../../sites/site/SiteAccess.ts"
import { view } from "../../sites/site/SiteView.ts"
import { SiteStructures } from "../../sites/structure/SiteStructures.ts"
import type { SiteStructureView } from "../../sites/structure/SiteStructureView.ts"
import { SiteStructureViews } from "../../sites/structure/SiteStructureViews.ts"
import { PublishedScripts } from "./PublishedScripts.ts"
import type { PublishedSiteView } from "./PublishedSiteView.ts"

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
    const { readCustomizations } = yield* SiteCustomizations.CustomizationReader

    const get = operation("PublishedSites.get")(function* (organization: OrganizationId, id: string) {
      const found = yield* findSite(organization, id)
      const { addressed } = found
      const [site = addressed.site] = yield* views.counted(found, [addressed.site])
      const { value } = yield* structures.load(id)
      const structure = yield* views.whole(found, value)
      const settings = yield* readCustomizations(organization, id)
      const settingsOf = (siteSpace: string) =>
        CustomizationView.view(settings.siteSpaces.get(siteSpace) ?? settings.site)
      return {
        object: "published-content-site",
        site: view({ ...addressed, site }),
        structure,
        customizations: {
          site: CustomizationView.view(settings.site),
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
      SiteCustomizations.CustomizationReader.layer,
      SiteStructureViews.layer,
      SiteStructures.layer
    ])
  )
}
