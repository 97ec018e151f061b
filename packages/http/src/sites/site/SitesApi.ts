import { Input, OrganizationId, Site, SiteId, Sites } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const site = Schema.Struct({ ...organization.fields, siteId: SiteId })

/**
 * Sites and their settings, visibility and publication. Members view them, administrators change them (rule site-who).
 */
export class SitesApi extends Group.make(
  "sites",
  "Sites",
  Endpoint.get("listSites", "/orgs/:organizationId/sites", {
    summary: "List sites",
    description: "Returns the sites of an organization that the caller may view.",
    permission: Permission.hiding("organization:view"),
    params: organization,
    query: Schema.Struct(
      Input.describeFields(
        {
          ...Paging.UrlParams.fields,
          space: Schema.optionalKey(Schema.String),
          title: Schema.optionalKey(Schema.String),
          published: Paging.OptionalFlag,
          type: Schema.optionalKey(Schema.Array(Site.SiteType))
        },
        {
          space: "Space that the sites must show.",
          title: "Text that the title must contain.",
          published: "Whether the sites must be published.",
          type: "Plans that the sites may have."
        }
      )
    ),
    success: Paging.of(Site.SiteView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createSite", "/orgs/:organizationId/sites", {
    summary: "Create a site",
    description: "Creates a site with the spaces that the body names, or with a new space.",
    permission: Permission.refusing({ all: ["organization:create-content", "spaces:create"] }),
    params: organization,
    payload: Site.SiteCreate,
    success: Site.SiteView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSiteById", "/orgs/:organizationId/sites/:siteId", {
    summary: "Get a site",
    description: "Returns a site with its settings and addresses.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    params: site,
    success: Site.SiteView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteSiteById", "/orgs/:organizationId/sites/:siteId", {
    summary: "Delete a site",
    description: "Deletes the site permanently. Its spaces are kept.",
    permission: Permission.deleting("organization:create-content"),
    params: site,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSiteById", "/orgs/:organizationId/sites/:siteId", {
    summary: "Update a site",
    description: "Changes the fields that the body names and keeps all others.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: Site.SitePatch,
    success: Site.SiteView,
    error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("publishSite", "/orgs/:organizationId/sites/:siteId/publish", {
    summary: "Publish a site",
    description: "Makes the site available to its readers.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    success: Site.SiteView,
    error: [PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("unpublishSite", "/orgs/:organizationId/sites/:siteId/unpublish", {
    summary: "Unpublish a site",
    description: "Takes the site offline. Its settings are kept.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    success: Site.SiteView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Sites.Sites, (sites) => ({
      listSites: ({ params: path, query }) => sites.list(path.organizationId, query),
      createSite: ({ params: path, payload }) => withOwnLocation(sites.create(path.organizationId, payload)),
      getSiteById: ({ params: path }) => sites.get(path.organizationId, path.siteId),
      deleteSiteById: ({ params: path }) => respondRemoved(sites.remove(path.organizationId, path.siteId)),
      updateSiteById: ({ params: path, payload }) => sites.update(path.organizationId, path.siteId, payload),
      publishSite: ({ params: path }) => sites.publish(path.organizationId, path.siteId),
      unpublishSite: ({ params: path }) => sites.unpublish(path.organizationId, path.siteId)
    }))
  )
}
