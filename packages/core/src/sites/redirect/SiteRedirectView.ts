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

export const view = (self: SiteRedirect): SiteRedirectView => ({
  object: "site-redirect",
  id: self.id,
  source: RedirectPath.encode(self.source),
  destination: self.destination
})
