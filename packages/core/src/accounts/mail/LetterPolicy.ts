import { Context, Schema } from "effect"

/**
 * Kinds of emails: an `invitation` has a sign-in link for a person who was made a member by their address; `sign-in` has
 * the link that a person requested on the sign-in page; a `webhook` notifies administrators of a paused webhook.
 */
export const LetterKind = Schema.Literals(["invitation", "sign-in", "webhook"])
export type LetterKind = typeof LetterKind.Type

/** Letters per day (UTC): how many one person receives, and how many one person has sent to others. */
export const limits = { receivedDaily: 10, sentDaily: 500 } as const

export interface Policy {
  /** Kinds that are not sent at all (rule letter-strangers). */
  readonly off: ReadonlyArray<LetterKind>
  readonly receivedDaily: number
  readonly sentDaily: number
}

/** Which letters the operator allows. */
export const LetterPolicy = Context.Reference<Policy>("@quire/core/LetterPolicy", {
  defaultValue: () => ({ off: [], ...limits })
})
