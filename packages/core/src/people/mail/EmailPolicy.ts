import { Context, Schema } from "effect"

/**
 * Kinds of emails: an `invitation` has a sign-in link for a user who was invited by email; `sign-in` has the link that
 * a user requested on the sign-in page; a `webhook` notifies administrators of a paused webhook.
 */
export const EmailKind = Schema.Literals(["invitation", "sign-in", "webhook"])
export type EmailKind = typeof EmailKind.Type

/** Emails per day (UTC): how many a user receives, and how many a user can send to others. */
export const limits = { receivedDaily: 10, sentDaily: 500 } as const

export interface Policy {
  /** Kinds of emails that are never sent (rule letter-strangers). */
  readonly off: ReadonlyArray<EmailKind>
  readonly receivedDaily: number
  readonly sentDaily: number
}

/** The email policy of the operator: daily limits and disabled kinds. */
export const EmailPolicy = Context.Reference<Policy>("@quire/core/EmailPolicy", {
  defaultValue: () => ({ off: [], ...limits })
})
