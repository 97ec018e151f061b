import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import type { Conflict } from "./Conflict.ts"
import type { ResolvedConflict } from "./DefaultMerge.ts"

const optionalText = Schema.optionalKey(Schema.String)

const subject = describeFields(
  {
    key: Schema.String,
    kind: Schema.Literals(["existence", "field", "parent", "order", "text", "data", "place"]),
    page: optionalText,
    file: optionalText,
    reusableContent: optionalText,
    field: optionalText,
    block: optionalText,
    title: optionalText
  },
  {
    page: "Page of the conflict.",
    file: "File of the conflict.",
    reusableContent: "Reusable content of the conflict.",
    field: "Field that both sides changed differently.",
    block: "Block that both sides changed differently.",
    title: "Title of the page or reusable content.",
    key: "Key that identifies the conflict.",
    kind: "Kind of the conflict."
  }
)

const sides = { base: Json, primary: Json, changed: Json }

/** Something that both sides changed differently; a resolution refers to it by `key`. Null stands for absence. */
export const ConflictView = Schema.Struct({
  ...subject,
  ...describeFields(sides, {
    base: "Value in the common base revision.",
    primary: "Value in the primary content.",
    changed: "Value in the change request."
  })
}).annotate({ identifier: "MergeConflict" })
export type ConflictView = typeof ConflictView.Type

/** Something that an edit and the edits since its base changed differently (rule content-merge). */
export const EditConflict = Schema.Struct({
  ...subject,
  ...describeFields(
    { ...sides, kept: Schema.Literals(["primary", "changed"]) },
    {
      base: "Value in the revision that the changes are based on.",
      primary: "Value in the current revision before the request.",
      changed: "Value after the changes of the request.",
      kept: "Which of the two values the content has now."
    }
  )
}).annotate({ identifier: "EditConflict" })
export type EditConflict = typeof EditConflict.Type

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

/** Views of the conflicts that an edit resolved. */
export const viewResolved = (conflicts: ReadonlyArray<ResolvedConflict>): ReadonlyArray<EditConflict> =>
  conflicts.map((conflict) => ({ ...viewConflict(conflict), kept: conflict.kept }))
