import { Context, type Effect, Schema } from "effect"

/**
 * Why a description could not be read: what is wrong and where, worded for the author of the description. It may repeat
 * texts of the description.
 */
export class DescriptionRefused extends Schema.TaggedError<DescriptionRefused>()("DescriptionRefused", {
  problem: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return this.problem
  }
}

/** The parsed description as JSON texts, which are stored unchanged. */
export interface ReadDescription {
  /** An `ApiOutline`. */
  readonly outline: string
  /** Each an `ApiPart`; the outline refers to them by number. */
  readonly parts: ReadonlyArray<string>
  /** Number of operations. */
  readonly operations: number
}

/**
 * Reads untrusted descriptions of APIs within a time limit, and blocks only the caller. The same bytes produce the same
 * texts. Fetches nothing.
 */
export class DescriptionReader extends Context.Service<
  DescriptionReader,
  { readonly read: (bytes: Uint8Array) => Effect.Effect<ReadDescription, DescriptionRefused> }
>()("@quire/core/DescriptionReader") {}
