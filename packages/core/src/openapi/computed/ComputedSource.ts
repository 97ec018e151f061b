import { Schema } from "effect"
import { closed, optional } from "../../foundation/input/Input.ts"
import { multiLine } from "../../foundation/text/Text.ts"
import { IntegrationSource } from "./IntegrationSource.ts"
import { SpecRef, SpecValue } from "./SpecDependency.ts"

export const limits = {
  /** Length of the name of a page, in code points; tags may have any name. */
  pageLength: 200_000,
  seedLength: 256
} as const

/** Seed of the ids of computed content: the same seed produces the same ids. */
export const Seed = multiLine(1, limits.seedLength)

/** The source of pages; computations also accept translations. */
const SourceType = Schema.Literal("builtin:openapi").annotate({
  message: "must be builtin:openapi or the source of an integration: a translation needs a separate space"
})

/** With `value`, that state of the spec, null being none at all; without it, the newest one. */
const dependencies = closed(
  "ComputedSpecDependencies",
  {
    spec: closed(
      "ComputedSpecDependency",
      { ref: SpecRef, value: optional(Schema.NullOr(SpecValue)) },
      {
        value: "State to use: this exact state, or null for none. Defaults to the newest state.",
        ref: "Reference to the OpenAPI description."
      }
    )
  },
  { spec: "OpenAPI description that the pages are computed from." }
)

const modelsProps = closed("ComputedModelsProps", { doc: Schema.Literal("models") })

const pageProps = closed(
  "ComputedPageProps",
  {
    doc: Schema.Literals(["operations", "info"]),
    /** The name of a tag, or that of the operations without one. */
    page: multiLine(1, limits.pageLength),
    /** Counted from 1, where the operations of one tag are too many for one page. */
    part: optional(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(1, { expected: "a positive number" }))))
  },
  {
    doc: "Which part of the description the page shows.",
    page: "Path of the page within the description.",
    part: "Number of the part, for pages that are split into parts."
  }
)

/** Source of the text of a page. */
export const DocumentSource = closed(
  "ComputedDocumentSource",
  {
    type: SourceType,
    props: Schema.Union([modelsProps, pageProps]),
    dependencies
  },
  {
    dependencies: "What the result depends on, by name.",
    props: "Which page of the description is computed.",
    type: "Name of the source that computes the content."
  }
)
export type DocumentSource = typeof DocumentSource.Type

const revisionProps = closed(
  "ComputedRevisionProps",
  { models: Schema.Boolean },
  { models: "Whether a page of schemas is computed as well." }
)

/** Source of the pages of a space. */
export const RevisionSource = closed(
  "ComputedRevisionSource",
  { type: SourceType, props: revisionProps, dependencies },
  {
    props: "Which pages are computed.",
    dependencies: "What the result depends on, by name.",
    type: "Name of the source that computes the content."
  }
)
export type RevisionSource = typeof RevisionSource.Type

const DescriptionSource = closed(
  "ComputedPageSource",
  {
    type: SourceType,
    props: Schema.Union([revisionProps, modelsProps, pageProps]),
    dependencies
  },
  {
    dependencies: "What the result depends on, by name.",
    props: "Which pages or document of the description are computed.",
    type: "Name of the source that computes the content."
  }
)

/** Either kind of source, for a page whose type determines which of them it accepts. */
export const PageSource = Schema.Union([DescriptionSource, IntegrationSource])
export type PageSource = typeof PageSource.Type

/**
 * Whether a source can compute a page of this type. Sources of integrations accept both types; the properties of an
 * OpenAPI source determine its type.
 */
export const suits = (source: PageSource, type: "computed" | "document"): boolean =>
  source.type !== "builtin:openapi" || "models" in source.props === (type === "computed")

/** A source as a page has it; none if it is of a kind that is not known. */
export const decodeDocument = Schema.decodeUnknownOption(DocumentSource)

/** A source as a page has it; none if it is of a kind that is not known. */
export const decodeRevision = Schema.decodeUnknownOption(RevisionSource)

type Source = DocumentSource | RevisionSource

/** The slug of the spec that a source is of. */
export const specOf = ({ dependencies: { spec } }: Source): string => spec.ref.spec

/** The state of the spec that a source is of; undefined for the newest one. */
export const valueOf = ({ dependencies: { spec } }: Source): SpecValue | null | undefined => spec.value

/** The source of exactly one state of its spec. */
export const resolve = <S extends Source>(source: S, value: SpecValue | null): S => ({
  ...source,
  dependencies: { spec: { ref: source.dependencies.spec.ref, value } }
})
