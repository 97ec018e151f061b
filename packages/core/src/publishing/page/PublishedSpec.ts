import type { NamedSpec } from "../../openapi/spec/NamedSpecs.ts"

/** What the API blocks of a page refer to in one version of one spec (rule published-operations). */
export interface PublishedSpec extends Omit<NamedSpec, "outline"> {
  /** The page of the space that has its models, with the names of those among `schemas` that are there. */
  readonly models?: { readonly path: string; readonly names: ReadonlyArray<string> }
}
