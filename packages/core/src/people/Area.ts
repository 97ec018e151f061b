import { Layer } from "effect"
import { Access } from "./access/Access.ts"
import { Credentials } from "./access/Credentials.ts"
import { Audit } from "./audit/Audit.ts"
import { Grants } from "./grant/Grants.ts"
import { SamlProviders } from "./identity-provider/SamlProviders.ts"
import { DomainJoins } from "./invite/DomainJoins.ts"
import { EmailInvites } from "./invite/EmailInvites.ts"
import { MailDelivery } from "./mail/MailDelivery.ts"
import { MailQueue } from "./mail/MailQueue.ts"
import { Joining } from "./member/Joining.ts"
import { Members } from "./member/Members.ts"
import { MemberViews } from "./member/MemberViews.ts"
import { Presence } from "./member/Presence.ts"
import { UserViews } from "./member/UserViews.ts"
import { OidcSignIn } from "./oidc-sign-in/OidcSignIn.ts"
import { Organizations } from "./organization/Organizations.ts"
import { GrantLedger } from "./placement/GrantLedger.ts"
import { Placements } from "./placement/Placements.ts"
import { TreeLock } from "./placement/TreeLock.ts"
import { SamlSignIn } from "./saml-sign-in/SamlSignIn.ts"
import { Sessions } from "./session/Sessions.ts"
import { SignIn } from "./sign-in/SignIn.ts"
import { SignInCodes } from "./sign-in/SignInCodes.ts"
import { Subdomains } from "./subdomain/Subdomains.ts"
import { TeamMembers } from "./team/TeamMembers.ts"
import { TeamRoster } from "./team/TeamRoster.ts"
import { Teams } from "./team/Teams.ts"
import { ApiTokens } from "./token/ApiTokens.ts"
import { Users } from "./user/Users.ts"

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
  MailQueue.layer,
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
  SignInCodes.layer,
  Subdomains.layer,
  TeamMembers.layer,
  TeamRoster.layer,
  Teams.layer,
  TreeLock.layer,
  UserViews.layer,
  Users.layer
)
