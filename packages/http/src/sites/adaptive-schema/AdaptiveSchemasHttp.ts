import { AdaptiveSchemas } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "adaptiveSchemas",
  Effect.map(AdaptiveSchemas.AdaptiveSchemas, (schemas) => ({
    getSiteAdaptiveSchema: ({ params: path }) => schemas.get(path.organizationId, path.siteId),
    updateSiteAdaptiveSchema: ({ params: path, payload }) => schemas.update(path.organizationId, path.siteId, payload),
    listSiteAdaptiveTemplateConditions: ({ params: path }) => schemas.listTemplates(path.organizationId, path.siteId)
  }))
)
