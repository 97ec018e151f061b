import { SiteScripts } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteScripts",
  Effect.map(SiteScripts.SiteScripts, (scripts) => ({
    getSiteScripts: ({ params: path }) => scripts.get(path.organizationId, path.siteId),
    updateSiteScripts: ({ params: path, payload }) => scripts.put(path.organizationId, path.siteId, payload)
  }))
)
