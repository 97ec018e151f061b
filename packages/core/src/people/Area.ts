import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { collection as auditChains } from "./audit/AuditChainEnd.ts"
import { collection as auditEntries, personalRows as personalEntries } from "./audit/AuditEntry.ts"
import { collection as grants, personalRows as personalGrants } from "./grant/Grant.ts"
import { collection as oidcClientSecrets, sealedRows as sealedClientSecrets } from "./identity-provider/ClientSecret.ts"
import { collection as samlProviders } from "./identity-provider/SamlProvider.ts"
import {
  collection as linkInvites,
  personalRows as personalInvites,
  sealedRows as sealedLinkInvites
} from "./invite/LinkInvite.ts"
import { collection as letterCounts } from "./mail/EmailCount.ts"
import { collection as mails, sealedRows as sealedMails } from "./mail/Mail.ts"
import { collection as members, personalRows as personalMemberships } from "./member/Member.ts"
import { collection as organizations } from "./organization/Organization.ts"
import { collection as organizationTrees } from "./placement/OrganizationTree.ts"
import { personalRows as personalPlacements, collection as placements } from "./placement/Placement.ts"
import { collection as samlRequests } from "./saml-sign-in/SamlRequest.ts"
import { collection as usedAssertions } from "./saml-sign-in/UsedAssertion.ts"
import { personalRows as personalSessions, collection as sessions } from "./session/Session.ts"
import { personalRows as personalCodes, collection as signInCodes } from "./sign-in/SignInCode.ts"
import { collection as teams } from "./team/Team.ts"
import { personalRows as personalTeams, collection as teamMembers } from "./team/TeamMember.ts"
import { collection as apiTokens, personalRows as personalTokens } from "./token/ApiToken.ts"
import { collection as users } from "./user/User.ts"
import { personalRows as personalIdentities, collection as userIdentities } from "./user/UserIdentity.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(users),
    Repository.shapeOf(userIdentities),
    Repository.shapeOf(apiTokens),
    Repository.shapeOf(organizations),
    Repository.shapeOf(organizationTrees),
    Repository.shapeOf(members),
    Repository.shapeOf(placements),
    Repository.shapeOf(grants),
    Repository.shapeOf(teams),
    Repository.shapeOf(teamMembers),
    Repository.shapeOf(linkInvites),
    Repository.shapeOf(signInCodes),
    Repository.shapeOf(mails),
    Repository.shapeOf(letterCounts),
    Repository.shapeOf(samlProviders),
    Repository.shapeOf(oidcClientSecrets),
    Repository.shapeOf(sessions),
    Repository.shapeOf(samlRequests),
    Repository.shapeOf(usedAssertions),
    Repository.shapeOf(auditEntries),
    Repository.shapeOf(auditChains)
  ],
  sealed: [sealedMails, sealedLinkInvites, sealedClientSecrets],
  personal: [
    personalIdentities,
    personalMemberships,
    personalTeams,
    personalGrants,
    personalTokens,
    personalSessions,
    personalCodes,
    personalInvites,
    personalPlacements,
    personalEntries
  ]
}
