import { cleanName } from "../../people/mail/EmailText.ts"
import type * as Mailer from "../../people/mail/Mailer.ts"

/** `organization` and `description` are unchecked user input. */
export interface Pause {
  readonly to: string
  readonly organization: string
  readonly webhook: string
  readonly description: string
  /** Reason of the last failure, as written by the engine. */
  readonly why: string
}

/** The email to an administrator about a paused webhook; it has no link (rule letter-strangers). */
export const writeEmail = ({ description, organization, to, webhook, why }: Pause): Mailer.Email => {
  const place = cleanName(organization) ?? "your organization"
  const name = cleanName(description)
  return {
    to,
    subject: `A webhook of ${place} was paused`,
    text: `The webhook ${webhook}${name === undefined ? "" : ` (${name})`} of ${place} was paused because its
deliveries failed for three days. No more events are sent to it.

Last failure: ${why}.

New events are kept for 30 days. They are delivered in order when you set the webhook active again.
`
  }
}
