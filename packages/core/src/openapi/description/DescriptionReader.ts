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

/** What was read of a description, as JSON texts: they are kept as they are. */
export interface ReadDescription {
  /** An `ApiOutline`. */
  readonly outline: string
  /** Each an `ApiPart`; the outline refers to them by number. */
  readonly parts: ReadonlyArray<string>
  /** How many operations there are. */
  readonly operations: number
}

/**
 * Reads descriptions of APIs that strangers wrote: only the caller waits, and not for long. The same bytes give the same
 * texts. Fetches nothing.
 */
export class DescriptionReader extends Context.Service<
  DescriptionReader,
  { readonly read: (bytes: Uint8Array) => Effect.Effect<ReadDescription, DescriptionRefused> }
>()("@quire/core/DescriptionReader") {}
