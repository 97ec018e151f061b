import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import * as RedirectPath from "./RedirectPath.ts"
import { Destination, type SiteRedirect, SiteRedirectId } from "./SiteRedirect.ts"

/** A redirect of a site; `source` is percent-encoded. */
export const SiteRedirectView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("site-redirect"),
      id: SiteRedirectId,
      source: Schema.String,
      destination: Destination
    },
    {
      source: "Path on the site that redirects, with a leading slash.",
      destination: "Target of the redirect.",
      id: "Identifier, which never changes."
    }
  )
).annotate({ identifier: "SiteRedirect" })
export type SiteRedirectView = typeof SiteRedirectView.Type

/** A redirect that was looked up, and its target address. */
export const FoundSiteRedirectView = Schema.Struct(
  describeFields(
    { redirect: SiteRedirectView, target: Schema.String },
    { redirect: "Redirect from the path.", target: "Target address of the redirect." }
  )
).annotate({
  identifier: "FoundSiteRedirect"
})

/** The redirects of an upsert, in the order of the request. */
export const SiteRedirectsView = Schema.Struct(
  describeFields(
    { redirects: Schema.Array(SiteRedirectView) },
    { redirects: "Redirects that were created or updated." }
  )
).annotate({
  identifier: "SiteRedirects"
})

export const view = (self: SiteRedirect): SiteRedirectView => ({
  object: "site-redirect",
  id: self.id,
  source: RedirectPath.encode(self.source),
  destination: self.destination
})
