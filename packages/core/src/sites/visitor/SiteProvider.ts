import type { SamlProviderId } from "../../foundation/id/Ids.ts"
import { startUrlOf, type Type } from "../../people/identity-provider/SamlProvider.ts"
import type { PublicationRows } from "../publication/PublicationFacts.ts"
import type { PublishingAuth } from "../publishing-auth/PublishingAuth.ts"

/** The provider that signs visitors of a site in. */
export interface SiteProvider {
  readonly id: SamlProviderId
  readonly type: Type
}

/** The one that does now; undefined where none does (rule visitor-provider). */
export const find = (
  auth: PublishingAuth | undefined,
  { providerType }: Pick<PublicationRows, "providerType">
): SiteProvider | undefined => {
  const id = auth?.backend === "custom" ? (auth.provider ?? null) : null
  return id === null || providerType === null ? undefined : { id, type: providerType }
}

/**
 * The sign-in page of visitors, at the provider or else at the host; `location`, the requested path, is to be added.
 */
export const signInUrl = (
  base: string,
  auth: PublishingAuth | undefined,
  provider: SiteProvider | undefined
): string | null =>
  auth === undefined || provider === undefined
    ? (auth?.fallbackURL ?? null)
    : `${startUrlOf(base, provider.id, provider.type)}?site=${encodeURIComponent(auth.id)}`
