import { Context, Schema } from "effect"

/** What letters are about: `invitation` brings a link to sign in to somebody who was made a member by their address. */
export const LetterKind = Schema.Literals(["invitation"])
export type LetterKind = typeof LetterKind.Type

/** Letters of one day (UTC): how many one person gets, and how many one person has sent to others. */
export const limits = { receivedDaily: 10, sentDaily: 500 } as const

export interface Policy {
  /** Kinds that nobody is sent (rule letter-strangers). */
  readonly off: ReadonlyArray<LetterKind>
  readonly receivedDaily: number
  readonly sentDaily: number
}

/** Which letters the operator lets go out. */
export const LetterPolicy = Context.Reference<Policy>("@quire/core/LetterPolicy", {
  defaultValue: () => ({ off: [], ...limits })
})
