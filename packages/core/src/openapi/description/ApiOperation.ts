import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import { ApiSchema, described, ExternalDocs, JsonText } from "./ApiSchema.ts"

const text = optional(Schema.String)
const flag = optional(Schema.Boolean)

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
