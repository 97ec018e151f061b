import { Schema } from "effect"
import { OrganizationId } from "../id/OrganizationId.ts"
import { SamlProviderId } from "../id/SamlProviderId.ts"

/**
 * The organization whose identity provider vouched for a caller. Anybody may run one and assert any name, so such a
 * caller reaches that organization alone (rule sso-reach).
 */
export const SignedInFor = Schema.Struct({ organization: OrganizationId, provider: SamlProviderId })
export type SignedInFor = typeof SignedInFor.Type
