import type { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { serviceOf } from "../../organizations/saml-provider/SamlProviderView.ts"
import type { PublishingAuth } from "../../sites/publishing-auth/PublishingAuth.ts"
import type { PublicationRows } from "../publication/PublicationFacts.ts"

/** The provider that signs visitors of a site in, now; undefined where none does (rule visitor-provider). */
export const find = (
  auth: PublishingAuth | undefined,
  { isProviderUsable }: Pick<PublicationRows, "isProviderUsable">
): SamlProviderId | undefined =>
  auth?.backend === "custom" && isProviderUsable ? (auth.provider ?? undefined) : undefined

/** Where visitors sign in, with the provider or else with the host; `location` is to be added, the path they asked for. */
export const signInUrl = (
  base: string,
  auth: PublishingAuth | undefined,
  provider: SamlProviderId | undefined
): string | null =>
  auth === undefined || provider === undefined
    ? (auth?.fallbackURL ?? null)
    : `${serviceOf(base, provider).startURL}?site=${encodeURIComponent(auth.id)}`
