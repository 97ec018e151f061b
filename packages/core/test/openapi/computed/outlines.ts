import type { ApiDescription, ComputedSource, OpenApiSpecId, SpecDependency } from "@quire/core/internal"
import { OpenApiSpec } from "@quire/core/internal"

type Operation = ApiDescription.OutlineOperation

export const operationOf = (path: string, fields: Partial<Operation> = {}): Operation => ({
  path,
  method: "get",
  part: 0,
  ...fields
})

export const outlineOf = (fields: Partial<ApiDescription.ApiOutline>): ApiDescription.ApiOutline => ({
  form: 1,
  openapi: "3.1",
  info: { title: "Pets", version: "1" },
  servers: [],
  tags: [],
  securitySchemes: [],
  operations: [],
  schemas: [],
  unread: [],
  unreadTotal: 0,
  ...fields
})

export const valueOf = (id: typeof OpenApiSpecId.OpenApiSpecId.Type): SpecDependency.SpecValue => ({
  object: "openapi-spec",
  id,
  slug: "pets",
  lastVersion: OpenApiSpec.OpenApiVersionId.make("v1")
})

const dependencies = { spec: { ref: { kind: "openapi", spec: "pets" } } } as const

export const revisionSource = (models = false): ComputedSource.RevisionSource => ({
  type: "builtin:openapi",
  props: { models },
  dependencies
})

export const documentSource = (props: ComputedSource.DocumentSource["props"]): ComputedSource.DocumentSource => ({
  type: "builtin:openapi",
  props,
  dependencies
})
