import { toTimestamp } from "../../foundation/time/Instant.ts"
import { cleanName } from "../mail/EmailText.ts"
import type * as Mailer from "../mail/Mailer.ts"

/** `inviter` and `organization` are unchecked names chosen by users. */
export interface Invitation {
  readonly to: string
  /** The inviter's name; null for the host. */
  readonly inviter: string | null
  readonly organization: string
  readonly link: string
  /** When the link expires. */
  readonly expiresAt: number
  /** Base URL of the server. */
  readonly base: string
}

/** The email to a user who was invited by email. It links to `link` and to the sign-in page. */
export const writeEmail = ({ base, expiresAt, inviter, link, organization, to }: Invitation): Mailer.Email => {
  const place = cleanName(organization) ?? "an organization"
  const host = inviter === null ? undefined : cleanName(inviter)
  return {
    to,
    subject: `Invitation to ${place}`,
    text: `${host === undefined ? "You have been invited" : `${host} invited you`} to ${place}.

Open this link to sign in:

${link}

The link can be used once and expires on ${toTimestamp(expiresAt).slice(0, 16).replace("T", " ")} UTC. Anyone with the link can
sign in as you, so do not forward it. To sign in again later, enter your email address at

${base}/sign-in

If you did not expect this email, you can ignore it.
`
  }
}

/** The email without the name of its inviter, if the given user sent it; otherwise the same email. */
export const withoutInviter = (email: Mailer.Email, inviter: string): Mailer.Email => {
  const name = cleanName(inviter)
  const invited = `${name} invited you to `
  if (name === undefined || !email.text.startsWith(invited)) return email
  return { ...email, text: `You have been invited to ${email.text.slice(invited.length)}` }
}
