import { Addresses, PublishedProfiles, SiteRedirects, type SiteRedirectView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"

export const layer = HandlerGroup.layer(Api, "siteRedirects", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const { base } = yield* Addresses.Addresses
      const redirects = yield* SiteRedirects.SiteRedirects
      const profiles = yield* PublishedProfiles.PublishedProfiles
      return handlers
        .handle(
          "listSiteRedirects",
          answering(({ params: path, query }) => onWire(redirects.list(path.organizationId, path.siteId, query)))
        )
        .handle(
          "createSiteRedirect",
          answering(({ params: path, payload }) =>
            withLocationOf<SiteRedirectView.SiteRedirectView>(
              ({ id }) => `${base}/v1/orgs/${path.organizationId}/sites/${path.siteId}/redirects/${id}`
            )(onWire(redirects.create(path.organizationId, path.siteId, payload)))
          )
        )
        .handle(
          "bulkUpsertSiteRedirects",
          answering(({ params: path, payload }) => onWire(redirects.upsert(path.organizationId, path.siteId, payload)))
        )
        .handle(
          "getSiteRedirectById",
          answering(({ params: path }) => onWire(redirects.get(path.organizationId, path.siteId, path.siteRedirectId)))
        )
        .handle(
          "updateSiteRedirectById",
          answering(({ params: path, payload }) =>
            onWire(redirects.update(path.organizationId, path.siteId, path.siteRedirectId, payload))
          )
        )
        .handle(
          "deleteSiteRedirectById",
          answering(({ params: path }) =>
            respondRemoved(onWire(redirects.remove(path.organizationId, path.siteId, path.siteRedirectId)))
          )
        )
        .handle(
          "getSiteRedirectBySource",
          answering(({ params: { organizationId, siteId }, query: { shareKey, source } }) => {
            const own = Effect.catchTag(redirects.find(organizationId, siteId, source), "SiteNotFound", () =>
              profiles.sharedRedirect(organizationId, siteId, source)
            )
            const read = chosen(own, (reading) => profiles.redirect(reading, organizationId, siteId, source))
            return onWire(profiles.withShareKey(shareKey, read))
          })
        )
    })
  )
)
