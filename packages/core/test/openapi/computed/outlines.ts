import type { OpenApiSpecId } from "@quire/core"
import { type ApiDescription, type ComputedSource, OpenApiSpec, type SpecDependency } from "@quire/core/internal"

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

export const valueOf = (id: typeof OpenApiSpecId.Type): SpecDependency.SpecValue => ({
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
