import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import type { SiteId } from "../../foundation/id/SiteId.ts"
import type { SpaceId } from "../../foundation/id/SpaceId.ts"
import type { Actor } from "../../foundation/operation/Actor.ts"
import type { Forbidden, OrganizationNotFound } from "../../organizations/access/Access.ts"
import type { Viewer } from "../../organizations/access/Viewer.ts"
import type { SiteNotFound } from "../../organizations/placement/PlaceNotFound.ts"

/** A site as what belongs to it sees it, for a caller who may view it. */
export interface OpenedSite {
  readonly id: SiteId
  readonly organization: OrganizationId
  readonly viewer: Viewer
  /** Where readers find it, or would if it were published; ends with a slash. */
  readonly url: string
  readonly isPublished: boolean
}

/** Where the parts of a site are; addresses end with a slash, and undefined is no part of the site. */
export interface SitePlaces {
  readonly sectionUrl: (section: string) => string | undefined
  readonly siteSpace: (id: string) => { readonly space: SpaceId; readonly url: string } | undefined
}

export type SiteRefusal = SiteNotFound | OrganizationNotFound | Forbidden

/** Opens sites for those who may view or change what belongs to them. */
export class OpenedSites extends Context.Service<
  OpenedSites,
  {
    readonly view: (organization: OrganizationId, site: string) => Effect.Effect<OpenedSite, SiteRefusal, Actor>
    /** The same for administrators of the organization. */
    readonly administer: (organization: OrganizationId, site: string) => Effect.Effect<OpenedSite, SiteRefusal, Actor>
    /** Changes what belongs to a site, for an administrator, in one transaction that has locked the site. */
    readonly change: <A, E, R>(
      organization: OrganizationId,
      site: string,
      body: (opened: OpenedSite) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | SiteRefusal, R | Actor>
    readonly places: (opened: OpenedSite) => Effect.Effect<SitePlaces>
  }
>()("@quire/core/OpenedSites") {}
