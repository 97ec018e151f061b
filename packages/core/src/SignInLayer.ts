import { Layer } from "effect"
import { DomainJoins } from "./people/invite/DomainJoins.ts"
import { EmailInvites } from "./people/invite/EmailInvites.ts"
import { MailDelivery } from "./people/mail/MailDelivery.ts"
import { OidcSignIn } from "./people/oidc-sign-in/OidcSignIn.ts"
import { SamlSignIn } from "./people/saml-sign-in/SamlSignIn.ts"
import { Sessions } from "./people/session/Sessions.ts"
import { SignIn } from "./people/sign-in/SignIn.ts"
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
