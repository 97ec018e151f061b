import {
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
import { reading, readShared, shareKey } from "../share-link/SharedReading.ts"

const site = Schema.Struct({ organizationId: OrganizationId, siteId: SiteId })

/** The structure of a site. */
export class SiteStructureApi extends Group.make(
  "siteStructure",
  "Site structure",
  Endpoint.get("getSiteStructure", "/orgs/:organizationId/sites/:siteId/structure", {
    summary: "Get the site structure",
    description: "Returns the sections and groups of a site, or its spaces where it has no sections.",
    ...reading,
    params: site,
    query: Schema.Struct(shareKey),
    success: SiteStructureViews.SiteStructureView
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
      const get = (yield* readShared)(arrangement.get, profiles.sharedStructure, profiles.structure)
      return {
        getSiteStructure: ({ params: path, query }) => get(query.shareKey, path.organizationId, path.siteId),
        sortSiteStructure: ({ params: path, payload }) => arrangement.sort(path.organizationId, path.siteId, payload)
      }
    })
  )
}
