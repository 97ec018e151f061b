import { toTimestamp } from "../Instant.ts"
import type { Letter } from "../mail/Mailer.ts"

export interface Invitation {
  readonly to: string
  /** Who invites; null is the host. */
  readonly inviter: string | null
  readonly organization: string
  readonly link: string
  /** When the link stops working. */
  readonly expiresAt: number
}

/** What somebody is told who was made a member by their address. */
export const letter = ({ expiresAt, inviter, link, organization, to }: Invitation): Letter => ({
  to,
  subject: `Invitation to ${organization}`,
  text: `${inviter === null ? "You have been invited" : `${inviter} invited you`} to ${organization}.

Open this link to sign in:

${link}

It works once, until ${toTimestamp(expiresAt).slice(0, 16).replace("T", " ")} UTC. Whoever has it can sign in as you:
do not pass it on. If you did not expect this letter, you need not do anything.
`
})
