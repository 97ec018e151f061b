import { toTimestamp } from "../../foundation/time/Instant.ts"
import type * as Mailer from "../mail/Mailer.ts"

export const subject = "Your sign-in link"

/** The email for a link that was requested on the sign-in page. Its only link is `link`. */
export const write = (of: {
  readonly to: string
  readonly link: string
  readonly expiresAt: number
}): Mailer.Email => ({
  to: of.to,
  subject,
  text: `Open this link to sign in:

${of.link}

The link can be used once and expires on ${toTimestamp(of.expiresAt).slice(0, 16).replace("T", " ")} UTC. Anyone with the link can
sign in as you, so do not forward it. If you did not request this email, you can ignore it.
`
})
