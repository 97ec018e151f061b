import { Layer } from "effect"
import { MailDelivery } from "./accounts/mail/MailDelivery.ts"
import { Sessions } from "./accounts/session/Sessions.ts"
import { SignIn } from "./accounts/sign-in/SignIn.ts"
import { DomainJoins } from "./organizations/invite/DomainJoins.ts"
import { EmailInvites } from "./organizations/invite/EmailInvites.ts"
import { OidcSignIn } from "./organizations/oidc-sign-in/OidcSignIn.ts"
import { SamlSignIn } from "./organizations/saml-sign-in/SamlSignIn.ts"
import { InviteUse } from "./spaces/invite-link/InviteUse.ts"
import { LinkInvites } from "./spaces/invite-link/LinkInvites.ts"

/**
 * How users sign in: invitations, email addresses, sign-in by code and by identity providers, and the related emails.
 */
export const layer = Layer.mergeAll(
  LinkInvites.layer,
  InviteUse.layer,
  EmailInvites.layer,
  DomainJoins.layer,
  SignIn.layer,
  Sessions.layer,
  SamlSignIn.layer,
  OidcSignIn.layer,
  MailDelivery.layer
)
