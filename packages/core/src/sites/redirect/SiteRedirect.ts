import { Result, Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { SiteSectionId } from "../../foundation/id/SiteSectionId.ts"
import { SiteSpaceId } from "../../foundation/id/SiteSpaceId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import * as RedirectPath from "./RedirectPath.ts"

export const SiteRedirectId = Id.make("SiteRedirectId", "Identifier of a site redirect.")
export type SiteRedirectId = typeof SiteRedirectId.Type

/** The id of a page of a space. */
export const PageId = Id.make("PageId", "Identifier of a page.")
export type PageId = typeof PageId.Type

/** The target of a redirect. */
export const Destination = Schema.Union([
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("site-section"), siteSectionId: SiteSectionId },
      { siteSectionId: "Section that the redirect leads to." }
    )
  ),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("site-space"), siteSpaceId: SiteSpaceId },
      { siteSpaceId: "Site space that the redirect leads to." }
    )
  ),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("site-page"), siteSpaceId: SiteSpaceId, pageId: PageId },
      { siteSpaceId: "Site space that the redirect leads to.", pageId: "Page that the redirect leads to." }
    )
  )
]).annotate({ identifier: "SiteRedirectDestination" })
export type Destination = typeof Destination.Type

/**
 * A path of a site that redirects to another place on it, as stored; `source` is in normal form (rule redirect-path).
 */
export const SiteRedirect = Schema.Struct({
  id: SiteRedirectId,
  organization: OrganizationId,
  site: SiteId,
  source: Schema.String,
  destination: Destination,
  createdAt: Instant
})
export type SiteRedirect = typeof SiteRedirect.Type

export const collection = Repository.collection({
  name: "site_redirects",
  schema: SiteRedirect,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    site: { kind: "text", of: (self) => self.site },
    source: { kind: "text", of: (self) => self.source }
  },
  indexes: { inSite: { on: ["organization", "site"] } },
  unique: { source: { on: ["site", "source"] } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "site", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

/** Redirects of one site by their sources. */
export type Redirects = ReadonlyMap<string, SiteRedirect>

export const bySource = (redirects: Iterable<SiteRedirect>): Redirects =>
  new Map(Array.from(redirects, (each) => [each.source, each]))

/** Finds the redirect of a path in any spelling; a path without a normal form has none. */
export const resolve = (redirects: Redirects, path: string): SiteRedirect | undefined =>
  redirects.get(Result.getOrElse(RedirectPath.normalize(path), () => ""))
