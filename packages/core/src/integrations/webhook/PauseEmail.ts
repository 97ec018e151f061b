import { cleanName } from "../../accounts/mail/EmailText.ts"
import type * as Mailer from "../../accounts/mail/Mailer.ts"

/** `organization` and `description` are unchecked texts of people. */
export interface Pause {
  readonly to: string
  readonly organization: string
  readonly webhook: string
  readonly description: string
  /** Why the last attempt failed, in words of the engine. */
  readonly why: string
}

/** The letter to an administrator whose webhook was paused; it has no link (rule letter-strangers). */
export const writeEmail = ({ description, organization, to, webhook, why }: Pause): Mailer.Email => {
  const place = cleanName(organization) ?? "your organization"
  const name = cleanName(description)
  return {
    to,
    subject: `A webhook of ${place} is paused`,
    text: `The webhook ${webhook}${name === undefined ? "" : ` (${name})`} of ${place} could not be reached for three days.
Nothing is sent to it any more.

The last time, ${why}.

What happens in the meantime is kept for 30 days from when it happened, and is sent in its order once the webhook is set
active again.
`
  }
}
