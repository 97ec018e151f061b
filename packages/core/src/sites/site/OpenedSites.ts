import { Context, Effect, Layer } from "effect"
import type { OrganizationId, SiteId, SpaceId } from "../../foundation/id/Ids.ts"
import type { Scope } from "../../foundation/operation/Scope.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { findSection, findSiteSpace, listSiteSpaces } from "../structure/SiteStructure.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { isPublished } from "./Site.ts"
import { type FoundSite, SiteAccess } from "./SiteAccess.ts"
import { publishedUrl, sectionPath, siteSpacePath } from "./SiteAddress.ts"

/** A site as what belongs to it sees it, for a caller who may view it. */
export interface OpenedSite {
  readonly id: SiteId
  readonly organization: OrganizationId
  readonly viewer: Viewer
  /** Public address of the site, also before it is published; ends with a slash. */
  readonly url: string
  readonly isPublished: boolean
}

/** Addresses of the parts of a site, ending with a slash; undefined if the part is not on the site. */
export interface SitePlaces {
  readonly sectionUrl: (section: string) => string | undefined
  readonly siteSpace: (id: string) => { readonly space: SpaceId; readonly url: string } | undefined
  readonly hasSpace: (space: string) => boolean
}

const opened = ({ addressed, row: { value }, ...viewer }: FoundSite): OpenedSite => ({
  id: value.id,
  organization: value.organization,
  viewer,
  url: publishedUrl(addressed),
  isPublished: isPublished(value)
})

/** Opens sites for those who may view or change what belongs to them (rule site-who). */
export class OpenedSites extends Context.Service<OpenedSites>()("@quire/core/OpenedSites", {
  make: Effect.gen(function* () {
    const { findAdministered, findSite, withSite } = yield* SiteAccess
    const structures = yield* SiteStructures

    const view = (organization: OrganizationId, site: string) => Effect.map(findSite(organization, site), opened)

    /** The same for administrators of the organization, and for integrations with the scope. */
    const administer = (organization: OrganizationId, site: string, scope?: Scope) =>
      Effect.map(findAdministered(organization, site, scope), opened)

    /** Changes what belongs to a site, for an administrator, in one transaction that has locked the site. */
    const change = <A, E, R>(
      organization: OrganizationId,
      site: string,
      body: (site: OpenedSite) => Effect.Effect<A, E, R>
    ) => withSite(organization, site, (found) => body(opened(found)))

    const places = Effect.fnUntraced(function* ({ id, url }: OpenedSite) {
      const { value: structure } = yield* structures.load(id)
      return {
        sectionUrl: (section) => {
          const found = findSection(structure, section)
          return found === undefined ? undefined : `${url}${sectionPath(structure, found.section)}`
        },
        siteSpace: (siteSpace) => {
          const found = findSiteSpace(structure, siteSpace)
          if (found === undefined) return undefined
          return { space: found.siteSpace.space, url: `${url}${siteSpacePath(structure, found)}` }
        },
        hasSpace: (space) => listSiteSpaces(structure).some(({ siteSpace }) => siteSpace.space === space)
      } satisfies SitePlaces
    })

    return { view, administer, change, places } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([SiteAccess.layer, SiteStructures.layer]))
}
