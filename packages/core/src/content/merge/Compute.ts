import { Context, Effect } from "effect"
import { weigh } from "../document/DocumentWeight.ts"
import * as DocumentMerge from "./DocumentMerge.ts"

export const limits = {
  /**
   * Weight of three documents that are merged in the current process, in some 20 milliseconds. A unit is one value or
   * four characters.
   */
  inline: 6_000
} as const

/** Merges large documents, which takes seconds at the limits of documents. */
export type Runner = (input: DocumentMerge.PlainInput) => Effect.Effect<DocumentMerge.PlainResult>

/** How large documents are merged; by default in the current process, whose event loop it blocks. */
export const Runner: Context.Reference<Runner> = Context.Reference<Runner>("@quire/compute/Runner", {
  defaultValue: () => (input) => Effect.sync(() => DocumentMerge.mergePlain(input))
})

/** Whether `merge` is meant for a merge. */
export const isLarge = ({ base, changed, primary }: DocumentMerge.PlainInput): boolean =>
  weigh([base, primary, changed], limits.inline, 4) > limits.inline

/** `DocumentMerge.mergePlain` in the process that the runner chooses. */
export const merge = (input: DocumentMerge.PlainInput): Effect.Effect<DocumentMerge.PlainResult> =>
  Effect.flatMap(Runner, (run) => run(input))
