import { type Actor, OrganizationId, SamlProviderId, UserId } from "@quire/core"

/** Accounts that one organization's identity provider vouched for. */
export const account = (organization: string, number: number): Actor.Caller => ({
  _tag: "User",
  user: UserId.make(`${organization}user${number}`),
  sso: {
    organization: OrganizationId.make(organization),
    provider: SamlProviderId.make(`${organization}provider`)
  }
})
