import { Addresses, PublishedProfiles, SiteRedirects, type SiteRedirectView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(
  Api,
  "siteRedirects",
  Effect.gen(function* () {
    const { base } = yield* Addresses.Addresses
    const redirects = yield* SiteRedirects.SiteRedirects
    const profiles = yield* PublishedProfiles.PublishedProfiles
    return {
      listSiteRedirects: ({ params: path, query }) => redirects.list(path.organizationId, path.siteId, query),
      createSiteRedirect: ({ params: path, payload }) =>
        withLocationOf<SiteRedirectView.SiteRedirectView>(
          ({ id }) => `${base}/v1/orgs/${path.organizationId}/sites/${path.siteId}/redirects/${id}`
        )(redirects.create(path.organizationId, path.siteId, payload)),
      bulkUpsertSiteRedirects: ({ params: path, payload }) =>
        redirects.upsert(path.organizationId, path.siteId, payload),
      getSiteRedirectById: ({ params: path }) => redirects.get(path.organizationId, path.siteId, path.siteRedirectId),
      updateSiteRedirectById: ({ params: path, payload }) =>
        redirects.update(path.organizationId, path.siteId, path.siteRedirectId, payload),
      deleteSiteRedirectById: ({ params: path }) =>
        respondRemoved(redirects.remove(path.organizationId, path.siteId, path.siteRedirectId)),
      getSiteRedirectBySource: ({ params: { organizationId, siteId }, query: { shareKey, source } }) => {
        const own = Effect.catchTag(redirects.find(organizationId, siteId, source), "SiteNotFound", () =>
          profiles.sharedRedirect(organizationId, siteId, source)
        )
        const read = chosen(own, (reading) => profiles.redirect(reading, organizationId, siteId, source))
        return profiles.withShareKey(shareKey, read)
      }
    }
  })
)
