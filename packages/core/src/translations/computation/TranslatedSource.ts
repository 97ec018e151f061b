import { Schema } from "effect"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { TranslationLanguageId } from "../settings/TranslationLanguage.ts"

export const limits = {
  /** Length of the id of a document. */
  documentLength: 128
} as const

const type = Schema.Literal("builtin:translation")

/** The text of a page of a translation: the space that holds it, and the id of the document there. */
export const TranslatedDocument = closed(
  "ComputedTranslatedDocument",
  {
    type,
    props: closed(
      "ComputedTranslatedDocumentProps",
      { space: SpaceId, document: singleLine(1, limits.documentLength) },
      { space: "Space that the document belongs to.", document: "Identifier of the document that is translated." }
    )
  },
  { props: "Which document of the source is translated.", type: "Name of the source that computes the content." }
)
export type TranslatedDocument = typeof TranslatedDocument.Type

/** The result of a run: the space that contains it, and its revision. */
export const Result = closed(
  "ComputedTranslationResult",
  { space: SpaceId, revision: RevisionId },
  { space: "Space that was translated.", revision: "Revision of the space that was translated." }
)
export type Result = typeof Result.Type

/** The pages of a language into which a space is translated. */
export const TranslatedRevision = closed(
  "ComputedTranslatedRevision",
  {
    type,
    /** An empty object; a struct without fields would accept a string. */
    props: Schema.Record(Schema.String, Schema.Never),
    dependencies: closed(
      "ComputedTranslationDependencies",
      {
        translation: closed(
          "ComputedTranslationDependency",
          {
            ref: closed(
              "ComputedTranslationRef",
              {
                kind: Schema.Literal("translation"),
                translation: TranslationLanguageId
              },
              { translation: "Language of a translation, by its identifier." }
            ),
            /** The result of exactly this run, or none for null; if absent, the result of the last run. */
            value: optional(Schema.NullOr(Result))
          },
          {
            ref: "Reference to the translation.",
            value: "State to use: this exact state, or null for none. Defaults to the newest state."
          }
        )
      },
      { translation: "Translation that the content is computed from." }
    )
  },
  {
    type: "Name of the source that computes the content.",
    props: "Always an empty object.",
    dependencies: "What the result depends on, by name."
  }
)
export type TranslatedRevision = typeof TranslatedRevision.Type
