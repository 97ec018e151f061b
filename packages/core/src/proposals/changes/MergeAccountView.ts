import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { ChangedPage } from "./SemanticChange.ts"

/**
 * What became of one change that a side made:
 * - `stands`: the result has it as that side made it;
 * - `merged`: both sides changed the text, and the result has both;
 * - `decided`: it was in a conflict or in a consequence of one, and the result has something else;
 * - `deleted`: it was deleted together with what a conflict gave up;
 * - `yielded`: its path can lead to only one page, and leads to another;
 * - `lost`: none of these, which no merge may do.
 */
export const MergeFate = Schema.Literals(["stands", "merged", "decided", "deleted", "yielded", "lost"]).annotate({
  identifier: "MergeFate"
})
export type MergeFate = typeof MergeFate.Type

/**
 * `primary` is the side of the space, `changed` the side of the change request. `key` is the key of a conflict about
 * the change, or `moved/{parent}/{slug}` for a former path. Everything that remains of an item that the side created is
 * one entry, with the key of the item. `page` is as in the result or, if the result lacks it, as it was.
 */
export const MergeAccountEntry = Schema.Struct({
  side: Schema.Literals(["primary", "changed"]),
  key: Schema.String,
  fate: MergeFate,
  page: optional(ChangedPage)
}).annotate({ identifier: "MergeAccountEntry" })
export type MergeAccountEntry = typeof MergeAccountEntry.Type

/**
 * The first entries by key, the space's before the request's for equal keys; `more` is the number of omitted entries.
 */
export const MergeAccountView = Schema.Struct({
  entries: Schema.Array(MergeAccountEntry),
  more: Schema.Int
}).annotate({ identifier: "MergeAccount" })
export type MergeAccountView = typeof MergeAccountView.Type
