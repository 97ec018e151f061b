import { Customizations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "customizations",
  Effect.map(Customizations.Customizations, (settings) => ({
    getSiteCustomizationById: ({ params: path }) => settings.get(path.organizationId, path.siteId),
    updateSiteCustomizationById: ({ params: path, payload }) => settings.put(path.organizationId, path.siteId, payload),
    getSiteSpaceCustomizationById: ({ params: path }) =>
      settings.getOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId),
    overrideSiteSpaceCustomizationById: ({ params: path, payload }) =>
      settings.patchOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId, payload),
    deleteSiteSpaceCustomizationById: ({ params: path }) =>
      respondRemoved(settings.removeOfSiteSpace(path.organizationId, path.siteId, path.siteSpaceId))
  }))
)
