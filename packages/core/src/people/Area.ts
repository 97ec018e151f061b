import { Layer } from "effect"
import * as HostGroup from "../foundation/operation/HostGroup.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { Access } from "./access/Access.ts"
import { Credentials } from "./access/Credentials.ts"
import { Audit } from "./audit/Audit.ts"
import { collection as auditChains } from "./audit/AuditChain.ts"
import { collection as auditEntries, personalRows as personalEntries } from "./audit/AuditEntry.ts"
import { collection as grants, personalRows as personalGrants } from "./grant/Grant.ts"
import { Grants } from "./grant/Grants.ts"
import {
  collection as oidcClientSecrets,
  sealedRows as sealedClientSecrets
} from "./identity-provider/ClientSecrets.ts"
import { collection as samlProviders } from "./identity-provider/SamlProvider.ts"
import { SamlProviders } from "./identity-provider/SamlProviders.ts"
import { DomainJoins } from "./invite/DomainJoins.ts"
import { EmailInvites } from "./invite/EmailInvites.ts"
import {
  collection as linkInvites,
  personalRows as personalInvites,
  sealedRows as sealedLinkInvites
} from "./invite/LinkInvite.ts"
import { collection as letterCounts } from "./mail/EmailCount.ts"
import { collection as mails, sealedRows as sealedMails } from "./mail/Mail.ts"
import { MailDelivery } from "./mail/MailDelivery.ts"
import { Joining } from "./member/Joining.ts"
import { collection as members, personalRows as personalMemberships } from "./member/Member.ts"
import { Members } from "./member/Members.ts"
import { Presence } from "./member/Presence.ts"
import { MemberViews, UserViews } from "./member/UserViews.ts"
import { OidcSignIn } from "./oidc-sign-in/OidcSignIn.ts"
import { collection as organizations } from "./organization/Organization.ts"
import { Organizations } from "./organization/Organizations.ts"
import { People } from "./personal-data/People.ts"
import { GrantLedger } from "./placement/GrantLedger.ts"
import { personalRows as personalPlacements, collection as placements } from "./placement/Placement.ts"
import { Placements } from "./placement/Placements.ts"
import { collection as organizationTrees } from "./placement/TreeLock.ts"
import { collection as samlRequests } from "./saml-sign-in/SamlRequest.ts"
import { SamlSignIn, collection as usedAssertions } from "./saml-sign-in/SamlSignIn.ts"
import { personalRows as personalSessions, collection as sessions } from "./session/Session.ts"
import { Sessions } from "./session/Sessions.ts"
import { SignIn } from "./sign-in/SignIn.ts"
import { personalRows as personalCodes, collection as signInCodes } from "./sign-in/SignInCodes.ts"
import { Subdomains } from "./subdomain/Subdomains.ts"
import { collection as teams } from "./team/Team.ts"
import { personalRows as personalTeams, collection as teamMembers } from "./team/TeamMember.ts"
import { TeamMembers } from "./team/TeamMembers.ts"
import { TeamRoster } from "./team/TeamRoster.ts"
import { Teams } from "./team/Teams.ts"
import { collection as apiTokens, personalRows as personalTokens } from "./token/ApiToken.ts"
import { ApiTokens } from "./token/ApiTokens.ts"
import {
  personalRows as personalIdentities,
  userIdentityCollection as userIdentities,
  collection as users
} from "./user/User.ts"
import { Users } from "./user/Users.ts"

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

/** Services of users, organizations, members, teams, permissions, sign-in, tokens, email and the audit log. */
export const layer = Layer.mergeAll(
  Access.layer,
  ApiTokens.layer,
  Audit.layer,
  Credentials.layer,
  DomainJoins.layer,
  EmailInvites.layer,
  GrantLedger.layer,
  Grants.layer,
  Joining.layer,
  MailDelivery.layer,
  MemberViews.layer,
  Members.layer,
  OidcSignIn.layer,
  Organizations.layer,
  Placements.layer,
  Presence.layer,
  SamlProviders.layer,
  SamlSignIn.layer,
  Sessions.layer,
  SignIn.layer,
  Subdomains.layer,
  TeamMembers.layer,
  TeamRoster.layer,
  Teams.layer,
  UserViews.layer,
  Users.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  audit: Audit,
  grants: Grants,
  mailDelivery: MailDelivery,
  members: Members,
  organizations: HostGroup.join(Organizations, DomainJoins),
  presence: Presence,
  samlProviders: SamlProviders,
  samlSignIn: SamlSignIn,
  sessions: Sessions,
  signIn: SignIn,
  teamMembers: TeamMembers,
  teams: Teams,
  tokens: ApiTokens,
  users: HostGroup.join(Users, People)
}
