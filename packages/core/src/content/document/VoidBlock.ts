import { Schema } from "effect"
import { optional } from "../../foundation/input/Input.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ContentRef, FileRef, ImageRef, OpenApiRef, ReusableContentRef, SafeUrl } from "./ContentRef.ts"
import { Plain } from "./Inline.ts"

const isJsonRecord = (value: unknown): value is { readonly [key: string]: CanonicalJson.Json } =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  CanonicalJson.isJsonWithin(value, limits.depth)

/** `depth`: as deep as the body of a request, whatever else an object came by. */
export const limits = { depth: 64 } as const

/** A JSON object of any content, at most `limits.depth` deep. */
export const JsonRecord: Schema.Codec<{ readonly [key: string]: CanonicalJson.Json }> = Schema.declare(
  isJsonRecord
).pipe(Schema.check(Schema.makeFilter(() => true, { toJsonSchema: () => ({ type: "object" }) })))

const block = <T extends string, F extends Schema.Struct.Fields>(type: T, fields: F) =>
  Schema.Struct({
    object: Schema.Literal("block"),
    type: Schema.Literal(type),
    key: optional(Schema.String),
    isVoid: Schema.Literal(true),
    ...fields
  })

/** Set by the service on blocks that can be linked to. */
export const metaFields = { meta: optional(Schema.Struct({ id: Schema.String })) }

const operation = { path: Plain, method: Plain }

export const Divider = block("divider", { data: JsonRecord })
export type Divider = typeof Divider.Type

export const MathBlock = block("math", { data: Schema.Struct({ formula: Plain }) })
export type MathBlock = typeof MathBlock.Type

export const File = block("file", { data: Schema.Struct({ ref: FileRef }) })
export type File = typeof File.Type

export const Drawing = block("drawing", { data: Schema.Struct({ ref: optional(FileRef) }) })
export type Drawing = typeof Drawing.Type

export const Embed = block("embed", {
  data: Schema.Struct({ url: SafeUrl, fullWidth: optional(Schema.Boolean) })
})
export type Embed = typeof Embed.Type

export const ContentRefBlock = block("content-ref", { data: Schema.Struct({ ref: ContentRef }) })
export type ContentRefBlock = typeof ContentRefBlock.Type

export const ReusableContent = block("reusable-content", {
  data: Schema.Struct({ ref: ReusableContentRef }),
  meta: optional(Schema.Struct({ token: optional(Schema.String) }))
})
export type ReusableContent = typeof ReusableContent.Type

/** An operation of a specification given as a file or URL. */
export const Swagger = block("swagger", {
  data: Schema.Struct({
    ...operation,
    ref: ImageRef,
    expanded: optional(Schema.Boolean),
    fullWidth: optional(Schema.Boolean)
  }),
  ...metaFields
})
export type Swagger = typeof Swagger.Type

export const OpenApiOperation = block("openapi-operation", {
  data: Schema.Struct({ ...operation, ref: OpenApiRef }),
  ...metaFields
})
export type OpenApiOperation = typeof OpenApiOperation.Type

export const OpenApiSchemas = block("openapi-schemas", {
  data: Schema.Struct({ schemas: Schema.Array(Plain), grouped: optional(Schema.Boolean), ref: OpenApiRef }),
  ...metaFields
})
export type OpenApiSchemas = typeof OpenApiSchemas.Type

export const OpenApiWebhook = block("openapi-webhook", {
  data: Schema.Struct({ name: Plain, method: Plain, ref: OpenApiRef }),
  ...metaFields
})
export type OpenApiWebhook = typeof OpenApiWebhook.Type

/** A block of an integration, by the names of both. */
export const Integration = block("integration", {
  data: Schema.Struct({
    integration: Plain,
    block: Plain,
    props: JsonRecord,
    action: optional(JsonRecord),
    url: optional(SafeUrl),
    fullWidth: optional(Schema.Boolean)
  })
})
export type Integration = typeof Integration.Type

/** The blocks that hold neither text nor other blocks. */
export const VoidBlock = [
  Divider,
  MathBlock,
  File,
  Drawing,
  Embed,
  ContentRefBlock,
  ReusableContent,
  Swagger,
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  Integration
] as const
export type VoidBlock = (typeof VoidBlock)[number]["Type"]
