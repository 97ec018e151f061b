import { PublishingAuths } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "publishingAuth",
  Effect.map(PublishingAuths.PublishingAuths, (auths) => ({
    getSitePublishingAuthById: ({ params: path }) => auths.get(path.organizationId, path.siteId),
    updateSitePublishingAuthById: ({ params: path, payload }) =>
      auths.update(path.organizationId, path.siteId, payload),
    regenerateSitePublishingAuthById: ({ params: path }) => auths.regenerate(path.organizationId, path.siteId)
  }))
)
