/**
 * Why an operation was rejected, independent of any transport. Every domain error class has exactly one kind;
 * transports translate kinds, never classes.
 *
 * - `invalid`: the input is invalid or refers to something that the caller may not view
 * - `unauthenticated`: the request has no valid credential
 * - `forbidden`: the caller may view the resource but not perform this action on it
 * - `not-found`: the resource does not exist or is hidden from the caller
 * - `conflict`: nothing would change, a unique value is taken, or the resource is in the wrong state
 * - `precondition`: a rule about other resources prevents the operation
 * - `unprocessable`: every field is valid on its own, but the content or the response of a URL cannot be processed
 * - `limit`: a documented limit would be exceeded
 * - `unavailable`: a capability that the operation needs is not available now
 * - `foreign`: a third-party program failed or returned an unusable response
 * - `late`: a third-party program did not respond in time
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

/** One violated rule of an input: `path` in JSON form (`position.before.space`), `rule` in English. */
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
