import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { ApiOperation, Method, SecurityRequirement, Server } from "./ApiOperation.ts"
import { ApiSchema, described, ExternalDocs } from "./ApiSchema.ts"

const text = optional(Schema.String)

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
