import { Sites } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "sites",
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
