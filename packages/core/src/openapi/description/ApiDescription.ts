import { Schema } from "effect"
import * as Block from "../../content/document/Block.ts"
import { optional } from "../../foundation/input/Input.ts"

const text = optional(Schema.String)

/** A text of the description in CommonMark, and its blocks if it is more than plain words. */
export const described = { description: text, descriptionBlocks: optional(Schema.Array(Block.TopLevel)) }
const flag = optional(Schema.Boolean)

/** A number; one that a double cannot represent exactly is stored as its digits. */
export const ExactNumber = Schema.Union([Schema.Number, Schema.String])
export type ExactNumber = typeof ExactNumber.Type
const number = optional(ExactNumber)

/** A link of the description: http or https, or relative; never anything that acts. */
export const ExternalDocs = Schema.Struct({ url: Schema.String, description: text })
export type ExternalDocs = typeof ExternalDocs.Type

/** A value of the description as JSON text: it is shown unchanged, and its keys are not interpreted. */
export const JsonText = Schema.String

/** The fields of a schema except for its subschemas, with the names of JSON Schema 2020-12. */
const facts = {
  title: text,
  ...described,
  format: text,
  default: optional(JsonText),
  const: optional(JsonText),
  enum: optional(Schema.Array(JsonText)),
  examples: optional(Schema.Array(JsonText)),
  multipleOf: number,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: number,
  maxLength: number,
  /** Never executed: it is untrusted. */
  pattern: text,
  minItems: number,
  maxItems: number,
  uniqueItems: flag,
  minProperties: number,
  maxProperties: number,
  readOnly: flag,
  writeOnly: flag,
  deprecated: flag,
  externalDocs: optional(ExternalDocs)
}
const Facts = Schema.Struct(facts)

/** Selects a schema by the value of a property; a mapping names a schema if it could be found. */
export const Discriminator = Schema.Struct({
  propertyName: Schema.String,
  mapping: optional(Schema.Array(Schema.Struct({ value: Schema.String, schema: Schema.String })))
})
export type Discriminator = typeof Discriminator.Type

const own = {
  /** The name of another schema of the description, as in `ApiPart`; sibling keywords add to that schema. */
  ref: text,
  /** An unresolvable reference, as written. */
  unresolved: text,
  types: optional(Schema.Array(Schema.String)),
  /** Whether the value may be null too, where types do not say it: what OpenAPI 3.0 calls `nullable`. */
  nullable: flag,
  ...facts,
  /** Names of properties that must be there. */
  required: optional(Schema.Array(Schema.String)),
  discriminator: optional(Discriminator)
}
const Own = Schema.Struct(own)

export interface NamedSchema {
  readonly name: string
  readonly schema: ApiSchema
}

/**
 * A schema of a description, in the terms of OpenAPI 3.1: `true` and `false` allow everything and nothing. References
 * are stored by name, so that a schema may contain itself.
 */
export type ApiSchema = boolean | ApiSchemaObject

export interface ApiSchemaObject extends Schema.Schema.Type<typeof Own> {
  readonly properties?: ReadonlyArray<NamedSchema>
  readonly patternProperties?: ReadonlyArray<NamedSchema>
  readonly additionalProperties?: ApiSchema
  readonly items?: ApiSchema
  readonly prefixItems?: ReadonlyArray<ApiSchema>
  readonly allOf?: ReadonlyArray<ApiSchema>
  readonly anyOf?: ReadonlyArray<ApiSchema>
  readonly oneOf?: ReadonlyArray<ApiSchema>
  readonly not?: ApiSchema
}

const Inner: Schema.Codec<ApiSchema> = Schema.suspend(() => ApiSchema)
const Named = Schema.Struct({ name: Schema.String, schema: Inner })

export const ApiSchema: Schema.Codec<ApiSchema> = Schema.Union([
  Schema.Boolean,
  Schema.Struct({
    ...own,
    properties: optional(Schema.Array(Named)),
    patternProperties: optional(Schema.Array(Named)),
    additionalProperties: optional(Inner),
    items: optional(Inner),
    prefixItems: optional(Schema.Array(Inner)),
    allOf: optional(Schema.Array(Inner)),
    anyOf: optional(Schema.Array(Inner)),
    oneOf: optional(Schema.Array(Inner)),
    not: optional(Inner)
  })
])
export type SchemaFacts = typeof Facts.Type

/** The methods of operations, in the order in which they are drawn. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const

export const Method = Schema.Literals(methods)
export type Method = typeof Method.Type

export const Example = Schema.Struct({
  name: text,
  summary: text,
  ...described,
  value: optional(JsonText),
  /** Where it is; the address is never fetched. */
  externalValue: text
})
export type Example = typeof Example.Type

/** What may be sent or returned in one media type. */
export const Content = Schema.Struct({
  type: Schema.String,
  schema: optional(ApiSchema),
  examples: optional(Schema.Array(Example))
})
export type Content = typeof Content.Type

const carried = {
  ...described,
  required: flag,
  deprecated: flag,
  schema: optional(ApiSchema),
  examples: optional(Schema.Array(Example)),
  style: text,
  explode: flag,
  /** In place of a schema: the parameter is a text in this form. */
  content: optional(Schema.Array(Content))
}

export const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query", "header", "cookie"]),
  ...carried,
  allowEmptyValue: flag,
  allowReserved: flag
})
export type Parameter = typeof Parameter.Type

export const Header = Schema.Struct({ name: Schema.String, ...carried })
export type Header = typeof Header.Type

export const Body = Schema.Struct({ ...described, required: flag, content: Schema.Array(Content) })
export type Body = typeof Body.Type

export const Response = Schema.Struct({
  /** A status, a range such as `4XX`, or `default`. */
  status: Schema.String,
  /** The unresolvable reference in its place. */
  unresolved: text,
  ...described,
  headers: optional(Schema.Array(Header)),
  content: optional(Schema.Array(Content))
})
export type Response = typeof Response.Type

export const Server = Schema.Struct({
  url: Schema.String,
  description: text,
  variables: optional(
    Schema.Array(
      Schema.Struct({
        name: Schema.String,
        default: text,
        enum: optional(Schema.Array(Schema.String)),
        description: text
      })
    )
  )
})
export type Server = typeof Server.Type

/** Schemes that are needed together; without any, nothing is needed. */
export const SecurityRequirement = Schema.Array(
  Schema.Struct({ scheme: Schema.String, scopes: Schema.Array(Schema.String) })
)
export type SecurityRequirement = typeof SecurityRequirement.Type

const operation = {
  /** The path as written, the name of a webhook, or the target of a callback: an expression over the request. */
  path: Schema.String,
  method: Method,
  isWebhook: flag,
  operationId: text,
  summary: text,
  ...described,
  tags: optional(Schema.Array(Schema.String)),
  deprecated: flag,
  externalDocs: optional(ExternalDocs),
  /** In place of those of the description. */
  servers: optional(Schema.Array(Server)),
  /** Alternatives, one of which is sufficient; they replace those of the description. */
  security: optional(Schema.Array(SecurityRequirement)),
  parameters: optional(Schema.Array(Parameter)),
  /** Unresolvable references to parameters and to the body, as written. */
  unresolved: optional(Schema.Array(Schema.String)),
  body: optional(Body),
  responses: Schema.Array(Response)
}

/** A request that the API itself sends some time after an operation; nested callbacks are omitted. */
export const Callback = Schema.Struct({ name: Schema.String, operation: Schema.Struct(operation) })
export type Callback = typeof Callback.Type

/** One operation, complete except for the schemas that it names. */
export const ApiOperation = Schema.Struct({ ...operation, callbacks: optional(Schema.Array(Callback)) })
export type ApiOperation = typeof ApiOperation.Type

export const Info = Schema.Struct({
  title: Schema.String,
  version: Schema.String,
  summary: text,
  ...described,
  termsOfService: text,
  contact: optional(Schema.Struct({ name: text, url: text, email: text })),
  license: optional(Schema.Struct({ name: text, url: text, identifier: text }))
})
export type Info = typeof Info.Type

export const Tag = Schema.Struct({ name: Schema.String, ...described, externalDocs: optional(ExternalDocs) })
export type Tag = typeof Tag.Type

export const OAuthFlow = Schema.Struct({
  kind: Schema.Literals(["implicit", "password", "clientCredentials", "authorizationCode"]),
  authorizationUrl: text,
  tokenUrl: text,
  refreshUrl: text,
  scopes: Schema.Array(Schema.Struct({ name: Schema.String, description: Schema.String }))
})
export type OAuthFlow = typeof OAuthFlow.Type

export const SecurityScheme = Schema.Struct({
  name: Schema.String,
  type: Schema.Literals(["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]),
  ...described,
  /** For an API key. */
  in: optional(Schema.Literals(["query", "header", "cookie"])),
  key: text,
  /** For HTTP authentication. */
  scheme: text,
  bearerFormat: text,
  flows: optional(Schema.Array(OAuthFlow)),
  openIdConnectUrl: text
})
export type SecurityScheme = typeof SecurityScheme.Type

/** An operation as the outline lists it; `part` is the number of the part that has it whole. */
export const OutlineOperation = Schema.Struct({
  path: Schema.String,
  method: Method,
  isWebhook: optional(Schema.Boolean),
  operationId: text,
  summary: text,
  tags: optional(Schema.Array(Schema.String)),
  deprecated: optional(Schema.Boolean),
  part: Schema.Int
})
export type OutlineOperation = typeof OutlineOperation.Type

/** A schema as the outline lists it. One that only a reference names, by its place, is `isInner`. */
export const OutlineSchema = Schema.Struct({
  name: Schema.String,
  title: text,
  isInner: optional(Schema.Boolean),
  part: Schema.Int
})
export type OutlineSchema = typeof OutlineSchema.Type

/** A part of a description that could not be read and was omitted: its location and the reason. */
export const Unread = Schema.Struct({ at: Schema.String, problem: Schema.String })
export type Unread = typeof Unread.Type

/** A description without its operations and schemas, which are listed here and stored in parts. */
export const ApiOutline = Schema.Struct({
  form: Schema.Literal(1),
  /** Version of OpenAPI that the description declares. */
  openapi: Schema.Literals(["2.0", "3.0", "3.1"]),
  info: Info,
  externalDocs: optional(ExternalDocs),
  servers: Schema.Array(Server),
  /** In the order of the description, then those that only operations name. */
  tags: Schema.Array(Tag),
  security: optional(Schema.Array(SecurityRequirement)),
  securitySchemes: Schema.Array(SecurityScheme),
  /** In the order of the description. */
  operations: Schema.Array(OutlineOperation),
  schemas: Schema.Array(OutlineSchema),
  /** The first omitted parts, and the number of all. */
  unread: Schema.Array(Unread),
  unreadTotal: Schema.Int
})
export type ApiOutline = typeof ApiOutline.Type

/** Some operations and schemas of a description. */
export const ApiPart = Schema.Struct({
  operations: Schema.Array(ApiOperation),
  schemas: Schema.Array(Schema.Struct({ name: Schema.String, schema: ApiSchema }))
})
export type ApiPart = typeof ApiPart.Type
