import { Schema } from "effect"
import { closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import { multiLine } from "../../foundation/text/Text.ts"
import { limits, SpecSlug } from "../../openapi/spec/OpenApiSpecInput.ts"
import * as WrittenPlan from "../../openapi/written/WrittenPlan.ts"

const common = describeFields(
  {
    source: Schema.Literal("open-api"),
    /** Defaults to `operation`. */
    layout: optional(WrittenPlan.Layout),
    /** Whether a last page has the models; by default none does. */
    models: optional(Schema.Boolean),
    /** The page that the pages go below; absent for the top. */
    parent: optional(Schema.String)
  },
  {
    layout: "How operations are grouped into pages.",
    models: "Whether a page of schemas is added.",
    parent: "Parent of the new pages. Defaults to the top level."
  }
)

/** Writes the pages of a spec of the space's organization, which can be refreshed from then on. */
const OfSpec = closed(
  "OpenAPISpecImport",
  { ...common, spec: SpecSlug },
  { spec: "OpenAPI description of the organization to import." }
)
const OfUrl = closed(
  "OpenAPIUrlImport",
  { ...common, url: WebAddress },
  { url: "Address from which the OpenAPI description is fetched." }
)
const OfText = closed(
  "OpenAPITextImport",
  { ...common, text: multiLine(1, limits.textLength) },
  { text: "OpenAPI description, as JSON or YAML." }
)

/** Source of the description, and options for its pages. */
export const ApiImportRequest = Schema.Union([OfSpec, OfUrl, OfText]).annotate({
  identifier: "OpenAPIImportRequest",
  message: "must have one of {spec}, {url} and {text}"
})
export type ApiImportRequest = typeof ApiImportRequest.Type

/** The space has pages of the spec already, or a change request has that is not merged (rule api-import-once). */
export class ApiImportExists extends Schema.TaggedError<ApiImportExists>()("ApiImportExists", {
  spec: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `the space already has pages of the OpenAPI spec ${this.spec}: refresh them instead`
  }
}
