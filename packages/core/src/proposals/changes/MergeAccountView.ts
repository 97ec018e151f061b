import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { ChangedPage } from "./SemanticChange.ts"

/**
 * What became of one thing that a side did:
 * - `stands`: the result has it as that side made it;
 * - `merged`: both sides changed the text, and the result has both;
 * - `decided`: it was in a conflict, or in what followed from one, and the result has something else;
 * - `deleted`: it went with what was given up in a conflict;
 * - `yielded`: a path that can lead to one page alone leads to another;
 * - `lost`: none of these, which no merge may do.
 */
export const MergeFate = Schema.Literals(["stands", "merged", "decided", "deleted", "yielded", "lost"]).annotate({
  identifier: "MergeFate"
})
export type MergeFate = typeof MergeFate.Type

/**
 * `primary` is what the space did, `changed` the change request; `key` is that of a conflict about it, and
 * `moved/{parent}/{slug}` for a former path. What stands of a thing that the side made is one entry with the key of the
 * thing. The page as the result has it, or as it was where the result lacks it.
 */
export const MergeAccountEntry = Schema.Struct({
  side: Schema.Literals(["primary", "changed"]),
  key: Schema.String,
  fate: MergeFate,
  page: optional(ChangedPage)
}).annotate({ identifier: "MergeAccountEntry" })
export type MergeAccountEntry = typeof MergeAccountEntry.Type

/** The first entries by key, of one key the space's before the request's; `more` is the number of those left out. */
export const MergeAccountView = Schema.Struct({
  entries: Schema.Array(MergeAccountEntry),
  more: Schema.Int
}).annotate({ identifier: "MergeAccount" })
export type MergeAccountView = typeof MergeAccountView.Type
