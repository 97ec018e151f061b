import { type Actor, OrganizationId, SamlProviderId, UserId } from "@quire/core"

/** Accounts that one organization's identity provider vouched for. */
export const account = (organization: string, number: number): Actor.Caller => ({
  _tag: "User",
  user: UserId.UserId.make(`${organization}user${number}`),
  sso: {
    organization: OrganizationId.OrganizationId.make(organization),
    provider: SamlProviderId.SamlProviderId.make(`${organization}provider`)
  }
})
