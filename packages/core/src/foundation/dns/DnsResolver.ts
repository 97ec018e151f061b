import { Context, Effect, Schema } from "effect"

export const limits = { texts: 256, deadlineMs: 5_000 } as const

/**
 * Why a lookup failed.
 *
 * - `timeout`: no server responded within the deadline
 * - `failed`: the servers returned an error or an invalid response
 * - `too-large`: there are more records than the limit
 */
export const Reason = Schema.Literals(["timeout", "failed", "too-large"])
export type Reason = typeof Reason.Type

const sentences: { readonly [R in Reason]: string } = {
  timeout: "no DNS server responded in time",
  failed: "the DNS servers returned an error or an invalid response",
  "too-large": `the name has more than ${limits.texts} records`
}

/**
 * The lookup failed and the records of the name are unknown; a name without records is not a failure (rule
 * hostname-lookup).
 */
export class LookupFailed extends Schema.TaggedError<LookupFailed>()("LookupFailed", {
  name: Schema.String,
  reason: Reason
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `${this.name} could not be looked up: ${sentences[this.reason]}`
  }
}

/** All texts of a name or none of them: a truncated list would lead to wrong decisions. */
export const bounded = (
  name: string,
  texts: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, LookupFailed> =>
  texts.length > limits.texts ? Effect.fail(new LookupFailed({ name, reason: "too-large" })) : Effect.succeed(texts)

/** Resolves DNS records. An adapter succeeds or fails within the deadline, and stops when it is interrupted. */
export class DnsResolver extends Context.Service<
  DnsResolver,
  {
    /** The texts of the TXT records of a name, each with its parts joined; none if the name has no such record. */
    readonly resolveTxt: (name: string) => Effect.Effect<ReadonlyArray<string>, LookupFailed>
  }
>()("@quire/core/DnsResolver") {}
