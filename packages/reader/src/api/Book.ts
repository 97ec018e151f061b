import { ApiBounds, type ApiDescription, type PublishedPage } from "@quire/core"

/** A schema that is an object rather than `true` or `false`. */
export type SchemaObject = ApiDescription.ApiSchemaObject

/** Looks up the contents of one spec by name. */
export interface Book {
  readonly spec: PublishedPage.PublishedSpec
  readonly operation: (method: string, path: string, isWebhook: boolean) => ApiDescription.ApiOperation | undefined
  readonly listed: (method: string, path: string, isWebhook: boolean) => ApiDescription.OutlineOperation | undefined
  readonly schema: (name: string) => ApiDescription.ApiSchema | undefined
  /** The path of the page that has a model. */
  readonly modelPage: (name: string) => string | undefined
  readonly scheme: (name: string) => ApiDescription.SecurityScheme | undefined
}

interface Placed {
  readonly method: string
  readonly path: string
  readonly isWebhook?: boolean
}

const keyOf = (method: string, path: string, isWebhook: boolean): string =>
  `${isWebhook ? "webhook" : "operation"} ${method.toLowerCase()} ${path}`

const byPlace = <A extends Placed>(all: ReadonlyArray<A>): ReadonlyMap<string, A> =>
  new Map(all.map((each) => [keyOf(each.method, each.path, each.isWebhook === true), each]))

export const make = (spec: PublishedPage.PublishedSpec): Book => {
  const operations = byPlace(spec.operations)
  const listed = byPlace(spec.listed)
  const schemas = new Map(spec.schemas.map(({ name, schema }) => [name, schema]))
  const schemes = new Map(spec.securitySchemes.map((scheme) => [scheme.name, scheme]))
  const models = new Set(spec.models?.names)
  return {
    spec: { ...spec, servers: ApiBounds.servers(spec.servers) },
    operation: (method, path, isWebhook) => operations.get(keyOf(method, path, isWebhook)),
    listed: (method, path, isWebhook) => listed.get(keyOf(method, path, isWebhook)),
    schema: (name) => schemas.get(name),
    modelPage: (name) => (models.has(name) ? spec.models?.path : undefined),
    scheme: (name) => schemes.get(name)
  }
}
