import { Schema } from "effect"
import type { Conflict } from "../../content/merge/Conflict.ts"
import { closed } from "../../foundation/input/Input.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { SemanticChange } from "../changes/SemanticChange.ts"

/** `revision`: the space's new head; with conflicts, the head that it still has. */
export const MergeResult = Schema.Struct({
  revision: Schema.String,
  result: Schema.Literals(["merge", "conflicts"])
}).annotate({ identifier: "MergeResult" })
export type MergeResult = typeof MergeResult.Type

/** `revision`: the request's head, the same as before where there was nothing to pull in or where there are conflicts. */
export const UpdateResult = Schema.Struct({
  revision: Schema.String,
  result: Schema.Literals(["update", "conflicts"])
}).annotate({ identifier: "UpdateResult" })
export type UpdateResult = typeof UpdateResult.Type

const optionalText = Schema.optionalKey(Schema.String)

/** Something that both sides changed differently; `key` is what a resolution names it by. Null stands for absence. */
export const ConflictView = Schema.Struct({
  key: Schema.String,
  kind: Schema.Literals(["existence", "field", "parent", "order", "text", "data", "place"]),
  page: optionalText,
  file: optionalText,
  reusableContent: optionalText,
  field: optionalText,
  block: optionalText,
  title: optionalText,
  base: Json,
  primary: Json,
  changed: Json
}).annotate({ identifier: "MergeConflict" })
export type ConflictView = typeof ConflictView.Type

const conflictView = ({
  key,
  kind,
  page,
  file,
  reusableContent,
  field,
  block,
  title,
  ...sides
}: Conflict): ConflictView => ({
  key,
  kind,
  ...(page === undefined ? {} : { page }),
  ...(file === undefined ? {} : { file }),
  ...(reusableContent === undefined ? {} : { reusableContent }),
  ...(field === undefined ? {} : { field }),
  ...(block === undefined ? {} : { block }),
  ...(title === undefined ? {} : { title }),
  base: sides.base,
  primary: sides.primary,
  changed: sides.changed
})

/** What people are asked to decide. */
export const conflictViews = (conflicts: ReadonlyArray<Conflict>): ReadonlyArray<ConflictView> =>
  conflicts.map(conflictView)

/** A merge rule that stands in the way. */
export const FailedRuleView = Schema.Struct({ kind: Schema.String, message: Schema.String }).annotate({
  identifier: "FailedMergeRule"
})

const StatusFields = Schema.Struct({
  status: Schema.Literals(["up-to-date", "clean", "conflicts"]),
  conflicts: Schema.Array(ConflictView),
  expectedBase: Schema.String,
  expectedHead: Schema.String,
  /** What merging would change in the primary content; empty with conflicts. */
  changes: Schema.Array(SemanticChange),
  /** How many changes are left out. */
  more: Schema.Int,
  failedRules: Schema.Array(FailedRuleView),
  /** Whether a merge by the caller would go through. */
  mergeable: Schema.Boolean
}).annotate({ identifier: "MergeStatus" })

/** What a merge would do now (a dry run). `expectedBase` and `expectedHead` are what a resolution is checked against. */
export interface MergeStatus extends Schema.Schema.Type<typeof StatusFields> {}
export interface MergeStatusEncoded extends Schema.Codec.Encoded<typeof StatusFields> {}
export const MergeStatus: Schema.Codec<MergeStatus, MergeStatusEncoded> = StatusFields

const ResolutionChoice = Schema.Union([
  Schema.Literals(["primary", "changed"]),
  closed("ResolutionContent", { content: Json })
])

const ResolutionFields = closed("ConflictResolution", {
  resolutions: Schema.Record(Schema.String, ResolutionChoice),
  expectedBase: Schema.String,
  expectedHead: Schema.String
})

/**
 * How conflicts are settled, by their keys: with what the primary content has, what the change request has, or with
 * other content. Refused when space or request moved on from the revisions that the conflicts were read at.
 */
export interface Resolution extends Schema.Schema.Type<typeof ResolutionFields> {}
export interface ResolutionEncoded extends Schema.Codec.Encoded<typeof ResolutionFields> {}
export const Resolution: Schema.Codec<Resolution, ResolutionEncoded> = ResolutionFields
