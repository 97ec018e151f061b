import { Schema } from "effect"
import { OrganizationId, SamlProviderId } from "../id/Ids.ts"

/**
 * The organization whose identity provider authenticated a caller. Anyone can run a provider that asserts any identity,
 * so such a caller has access to that organization only (rule sso-reach).
 */
export const SignedInFor = Schema.Struct({ organization: OrganizationId, provider: SamlProviderId })
export type SignedInFor = typeof SignedInFor.Type
