import { Schema } from "effect"
import * as RedirectPath from "./RedirectPath.ts"
import { Destination, type SiteRedirect, SiteRedirectId } from "./SiteRedirect.ts"

/** A redirect of a site; `source` is percent-encoded. */
export const SiteRedirectView = Schema.Struct({
  object: Schema.Literal("site-redirect"),
  id: SiteRedirectId,
  source: Schema.String,
  destination: Destination
}).annotate({ identifier: "SiteRedirect" })
export type SiteRedirectView = typeof SiteRedirectView.Type

/** A redirect that was looked up, and the address that it leads to. */
export const FoundSiteRedirectView = Schema.Struct({ redirect: SiteRedirectView, target: Schema.String }).annotate({
  identifier: "FoundSiteRedirect"
})

/** The redirects that were brought at once, in the order in which they were given. */
export const SiteRedirectsView = Schema.Struct({ redirects: Schema.Array(SiteRedirectView) }).annotate({
  identifier: "SiteRedirects"
})

export const view = (self: SiteRedirect): SiteRedirectView => ({
  object: "site-redirect",
  id: self.id,
  source: RedirectPath.encode(self.source),
  destination: self.destination
})
