import { cleanName } from "../../accounts/mail/EmailText.ts"
import type * as Mailer from "../../accounts/mail/Mailer.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"

/** `inviter` and `organization` are unchecked names written by people. */
export interface Invitation {
  readonly to: string
  /** The inviter's name; null for the host. */
  readonly inviter: string | null
  readonly organization: string
  readonly link: string
  /** When the link stops working. */
  readonly expiresAt: number
  /** Base URL of the server. */
  readonly base: string
}

/** The email to a person who was made a member by their address. It links to `link` and to the sign-in page. */
export const writeEmail = ({ base, expiresAt, inviter, link, organization, to }: Invitation): Mailer.Email => {
  const place = cleanName(organization) ?? "an organization"
  const host = inviter === null ? undefined : cleanName(inviter)
  return {
    to,
    subject: `Invitation to ${place}`,
    text: `${host === undefined ? "You have been invited" : `${host} invited you`} to ${place}.

Open this link to sign in:

${link}

It works once, until ${toTimestamp(expiresAt).slice(0, 16).replace("T", " ")} UTC. Anyone who has it can sign in as you, so do not
forward it. To sign in again later, enter your email address at

${base}/sign-in

If you did not expect this email, you can ignore it.
`
  }
}

/** The letter without the name of its inviter, if it was them who invited; else itself. */
export const withoutInviter = (letter: Mailer.Email, inviter: string): Mailer.Email => {
  const name = cleanName(inviter)
  const invited = `${name} invited you to `
  if (name === undefined || !letter.text.startsWith(invited)) return letter
  return { ...letter, text: `You have been invited to ${letter.text.slice(invited.length)}` }
}
