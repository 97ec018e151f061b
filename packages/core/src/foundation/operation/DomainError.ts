/**
 * Why an operation was refused, independent of any transport. Every domain error class carries exactly one kind;
 * transports translate kinds, never classes.
 *
 * - `invalid`: the input is wrong in itself or names something that the caller may not view
 * - `unauthenticated`: nobody is known to be calling
 * - `forbidden`: the caller may view the thing but not do this to it
 * - `not-found`: no such thing, or none that the caller may know of
 * - `conflict`: nothing would change, a unique value is taken, or the thing is in the wrong state
 * - `precondition`: a rule about other things stands in the way
 * - `unprocessable`: every field is valid alone, but the content or what a URL returned cannot be applied
 * - `limit`: a documented count would be exceeded
 * - `unavailable`: a capability that the operation needs cannot be reached now
 * - `foreign`: a program of somebody else failed, or answered with something that cannot be used
 * - `late`: a program of somebody else did not answer in time
 */
export type Kind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "precondition"
  | "unprocessable"
  | "limit"
  | "unavailable"
  | "foreign"
  | "late"

/** One broken rule of an input: `path` in JSON form (`position.before.space`), `rule` in English. */
export interface BrokenRule {
  readonly path: string
  readonly rule: string
}

export interface DomainError<K extends Kind = Kind> {
  readonly _tag: string
  readonly kind: K
  readonly message: string
  readonly details?: ReadonlyArray<BrokenRule>
}
