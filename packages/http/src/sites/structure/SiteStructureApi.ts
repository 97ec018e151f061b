import {
  Input,
  OrganizationId,
  PublishedProfiles,
  SiteArrangement,
  SiteId,
  SitePositionInput,
  SiteStructureViews
} from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })

/** The structure of a site. */
export class SiteStructureApi extends Group.make(
  "siteStructure",
  "Site structure",
  Endpoint.get("getSiteStructure", "/orgs/:organizationId/sites/:siteId/structure", {
    summary: "Get the site structure",
    description: "Returns the sections and groups of a site, or its spaces where it has no sections.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    readers: true,
    params: site,
    query: Schema.Struct(
      Input.describeFields(
        { shareKey: Schema.optionalKey(Schema.String) },
        { shareKey: "Key of a share link that gives access to the site." }
      )
    ),
    success: SiteStructureViews.SiteStructureView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("sortSiteStructure", "/orgs/:organizationId/sites/:siteId/structure/sort", {
    summary: "Move an item of a site",
    description: "Moves a site space, section or group of a site.",
    permission: Permission.refusing("organization:admin"),
    params: site,
    payload: SitePositionInput.SiteSort,
    success: SiteStructureViews.SiteItemView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const arrangement = yield* SiteArrangement.SiteArrangement
      const profiles = yield* PublishedProfiles.PublishedProfiles
      return {
        getSiteStructure: ({ params: { organizationId, siteId }, query: { shareKey } }) => {
          const own = Effect.catchTag(arrangement.get(organizationId, siteId), "SiteNotFound", () =>
            profiles.sharedStructure(organizationId, siteId)
          )
          const read = chosen(own, (reading) => profiles.structure(reading, organizationId, siteId))
          return profiles.withShareKey(shareKey, read)
        },
        sortSiteStructure: ({ params: path, payload }) => arrangement.sort(path.organizationId, path.siteId, payload)
      }
    })
  )
}
