import { Schema } from "effect"
import type { Conflict } from "../../content/merge/Conflict.ts"
import { closed, describeFields } from "../../foundation/input/Input.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { SemanticChange } from "../changes/SemanticChange.ts"

/** `revision` is the space's new head or, with conflicts, its present one. */
export const MergeResult = Schema.Struct(
  describeFields(
    {
      revision: Schema.String,
      result: Schema.Literals(["merge", "conflicts"])
    },
    { revision: "Revision that the merge created.", result: "Whether it succeeded or found conflicts." }
  )
).annotate({ identifier: "MergeResult" })
export type MergeResult = typeof MergeResult.Type

/** `revision` is the request's head: the same as before with conflicts, or if there was nothing to pull in. */
export const UpdateResult = Schema.Struct(
  describeFields(
    {
      revision: Schema.String,
      result: Schema.Literals(["update", "conflicts"])
    },
    { result: "Whether it succeeded or found conflicts.", revision: "Revision that the update created." }
  )
).annotate({ identifier: "UpdateResult" })
export type UpdateResult = typeof UpdateResult.Type

const optionalText = Schema.optionalKey(Schema.String)

/** Something that both sides changed differently; a resolution refers to it by `key`. Null stands for absence. */
export const ConflictView = Schema.Struct(
  describeFields(
    {
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
    },
    {
      page: "Page of the conflict.",
      file: "File of the conflict.",
      reusableContent: "Reusable content of the conflict.",
      field: "Field that both sides changed differently.",
      block: "Block that both sides changed differently.",
      title: "Title of the page or reusable content.",
      key: "Key that identifies the conflict in resolutions.",
      kind: "Kind of the conflict.",
      base: "Value in the common base revision.",
      primary: "Value in the primary content.",
      changed: "Value in the change request."
    }
  )
).annotate({ identifier: "MergeConflict" })
export type ConflictView = typeof ConflictView.Type

const viewConflict = ({
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

/** Views of the conflicts for people to decide. */
export const viewConflicts = (conflicts: ReadonlyArray<Conflict>): ReadonlyArray<ConflictView> =>
  conflicts.map(viewConflict)

/** A merge rule that does not allow the merge. */
export const FailedRuleView = Schema.Struct(
  describeFields(
    { kind: Schema.String, message: Schema.String },
    { kind: "Kind of the merge rule.", message: "What the rule requires." }
  )
).annotate({
  identifier: "FailedMergeRule"
})

const StatusFields = Schema.Struct(
  describeFields(
    {
      status: Schema.Literals(["up-to-date", "clean", "conflicts"]),
      conflicts: Schema.Array(ConflictView),
      expectedBase: Schema.String,
      expectedHead: Schema.String,
      /** The changes that a merge would make in the primary content; empty if there are conflicts. */
      changes: Schema.Array(SemanticChange),
      /** The number of omitted changes. */
      more: Schema.Int,
      failedRules: Schema.Array(FailedRuleView),
      /** Whether the caller could merge now. */
      mergeable: Schema.Boolean
    },
    {
      more: "Number of further entries that are not listed.",
      status: "Whether the change request is up to date, can be updated, or has conflicts.",
      conflicts: "Conflicts that must be resolved.",
      expectedBase: "Revision of the primary content that the response is based on.",
      expectedHead: "Revision of the change request that the response is based on.",
      changes: "The first changes, in page order.",
      failedRules: "Merge rules that are not met.",
      mergeable: "Whether the caller can merge the change request now."
    }
  )
).annotate({ identifier: "MergeStatus" })

/** The result of a dry run of the merge. A resolution is checked against `expectedBase` and `expectedHead`. */
export interface MergeStatus extends Schema.Schema.Type<typeof StatusFields> {}
export interface MergeStatusEncoded extends Schema.Codec.Encoded<typeof StatusFields> {}
export const MergeStatus: Schema.Codec<MergeStatus, MergeStatusEncoded> = StatusFields

const ResolutionChoice = Schema.Union([
  Schema.Literals(["primary", "changed"]),
  closed("ResolutionContent", { content: Json }, { content: "Value that replaces both sides." })
])

const ResolutionFields = closed(
  "ConflictResolution",
  {
    resolutions: Schema.Record(Schema.String, ResolutionChoice),
    expectedBase: Schema.String,
    expectedHead: Schema.String
  },
  {
    expectedBase: "Revision of the primary content that the response is based on.",
    expectedHead: "Revision of the change request that the response is based on.",
    resolutions: "Resolutions by the key of the conflict."
  }
)

/**
 * Settles conflicts, by key: with the value of the primary content, that of the change request, or other content.
 * Refused if the space or the request has changed since the conflicts were read.
 */
export interface Resolution extends Schema.Schema.Type<typeof ResolutionFields> {}
export interface ResolutionEncoded extends Schema.Codec.Encoded<typeof ResolutionFields> {}
export const Resolution: Schema.Codec<Resolution, ResolutionEncoded> = ResolutionFields
