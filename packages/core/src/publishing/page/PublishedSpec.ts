import type { OutlineOperation, SecurityScheme } from "../../openapi/description/ApiDescription.ts"
import type { ApiOperation, SecurityRequirement, Server } from "../../openapi/description/ApiOperation.ts"
import type { NamedSchema } from "../../openapi/description/ApiSchema.ts"

/** What the API blocks of a page speak of, of one spec in one version (rule published-operations). */
export interface PublishedSpec {
  readonly slug: string
  readonly version: string
  readonly title: string
  /** Of the operations that have none of their own. */
  readonly servers: ReadonlyArray<Server>
  readonly security?: ReadonlyArray<SecurityRequirement>
  /** Those that the operations need. */
  readonly securitySchemes: ReadonlyArray<SecurityScheme>
  /** Those that the blocks name. */
  readonly operations: ReadonlyArray<ApiOperation>
  /** Operations that are beyond what a page holds, as they are listed. */
  readonly listed: ReadonlyArray<OutlineOperation>
  /** Those that the blocks name, and what they and the operations refer to, as far as a page holds them. */
  readonly schemas: ReadonlyArray<NamedSchema>
  /** The page of the space that has its models, with the names of those among `schemas` that are there. */
  readonly models?: { readonly path: string; readonly names: ReadonlyArray<string> }
}
