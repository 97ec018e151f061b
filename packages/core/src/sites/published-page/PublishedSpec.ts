import type { NamedSpec } from "../../openapi/spec/NamedSpecs.ts"

/** What the API blocks of a page refer to in one version of one spec (rule published-operations). */
export interface PublishedSpec extends Omit<NamedSpec, "outline"> {
  /** The model page of the spec in the space, with the names of the `schemas` that are on it. */
  readonly models?: { readonly path: string; readonly names: ReadonlyArray<string> }
}
