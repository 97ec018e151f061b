import { ShareLinks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "shareLinks",
  Effect.gen(function* () {
    const links = yield* ShareLinks.ShareLinks
    return {
      listSiteShareLinks: ({ params: path, query }) => links.list(path.organizationId, path.siteId, query),
      createSiteShareLink: ({ params: path, payload }) =>
        withOwnLocation(links.create(path.organizationId, path.siteId, payload)),
      getSiteShareLinkById: ({ params: path }) => links.get(path.organizationId, path.siteId, path.shareLinkId),
      updateSiteShareLinkById: ({ params: path, payload }) =>
        links.update(path.organizationId, path.siteId, path.shareLinkId, payload),
      deleteSiteShareLinkById: ({ params: path }) =>
        respondRemoved(links.remove(path.organizationId, path.siteId, path.shareLinkId))
    }
  })
)
