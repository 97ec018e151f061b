import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { ContentRef, FileRef, ImageRef, OpenApiRef, ReusableContentRef, SafeUrl } from "./ContentRef.ts"
import * as Inline from "./Inline.ts"

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
  Schema.Struct(
    describeFields(
      {
        object: Schema.Literal("block"),
        type: Schema.Literal(type),
        key: optional(Schema.String),
        isVoid: Schema.Literal(true),
        ...fields
      },
      { key: "Key of the node within its document, made by the client and kept as sent." }
    )
  )

/** Set by the service on blocks that can be linked to. */
export const metaFields = describeFields(
  {
    meta: optional(
      Schema.Struct(describeFields({ id: Schema.String }, { id: "Identifier of the block, unique in the document." }))
    )
  },
  { meta: "Identifier of the block within the document." }
)

const operation = describeFields(
  { path: Inline.Plain, method: Inline.Plain },
  { path: "Path of the operation in the description.", method: "HTTP method of the operation." }
)

export const Divider = block("divider", describeFields({ data: JsonRecord }, { data: "Properties of the block." }))
export type Divider = typeof Divider.Type

export const MathBlock = block(
  "math",
  describeFields(
    { data: Schema.Struct(describeFields({ formula: Inline.Plain }, { formula: "Formula in TeX." })) },
    { data: "Properties of the block." }
  )
)
export type MathBlock = typeof MathBlock.Type

export const File = block(
  "file",
  describeFields(
    { data: Schema.Struct(describeFields({ ref: FileRef }, { ref: "File to offer for download." })) },
    { data: "Properties of the block." }
  )
)
export type File = typeof File.Type

export const Drawing = block(
  "drawing",
  describeFields(
    { data: Schema.Struct(describeFields({ ref: optional(FileRef) }, { ref: "File with the drawing." })) },
    { data: "Properties of the block." }
  )
)
export type Drawing = typeof Drawing.Type

export const Embed = block(
  "embed",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          { url: SafeUrl, fullWidth: optional(Schema.Boolean) },
          { fullWidth: "Whether the block takes the whole width of the page.", url: "Address of the embedded page." }
        )
      )
    },
    { data: "Properties of the block." }
  )
)
export type Embed = typeof Embed.Type

export const ContentRefBlock = block(
  "content-ref",
  describeFields(
    { data: Schema.Struct(describeFields({ ref: ContentRef }, { ref: "What the link leads to." })) },
    { data: "Properties of the block." }
  )
)
export type ContentRefBlock = typeof ContentRefBlock.Type

export const ReusableContent = block(
  "reusable-content",
  describeFields(
    {
      data: Schema.Struct(describeFields({ ref: ReusableContentRef }, { ref: "Reusable content that is shown here." })),
      meta: optional(
        Schema.Struct(
          describeFields(
            { token: optional(Schema.String) },
            { token: "Token by which the server recognizes its own expansion." }
          )
        )
      )
    },
    { data: "Properties of the block.", meta: "Token by which the server recognizes its own expansion." }
  )
)
export type ReusableContent = typeof ReusableContent.Type

/** An operation of a specification given as a file or URL. */
export const Swagger = block(
  "swagger",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          {
            ...operation,
            ref: ImageRef,
            expanded: optional(Schema.Boolean),
            fullWidth: optional(Schema.Boolean)
          },
          {
            fullWidth: "Whether the block takes the whole width of the page.",
            ref: "OpenAPI description, as a file or an address.",
            expanded: "Whether the operation is shown expanded."
          }
        )
      ),
      ...metaFields
    },
    { data: "Properties of the block." }
  )
)
export type Swagger = typeof Swagger.Type

export const OpenApiOperation = block(
  "openapi-operation",
  describeFields(
    {
      data: Schema.Struct(
        describeFields({ ...operation, ref: OpenApiRef }, { ref: "OpenAPI description of the organization." })
      ),
      ...metaFields
    },
    { data: "Properties of the block." }
  )
)
export type OpenApiOperation = typeof OpenApiOperation.Type

export const OpenApiSchemas = block(
  "openapi-schemas",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          { schemas: Schema.Array(Inline.Plain), grouped: optional(Schema.Boolean), ref: OpenApiRef },
          {
            ref: "OpenAPI description of the organization.",
            schemas: "Names of the schemas that are shown.",
            grouped: "Whether the schemas are shown as one group."
          }
        )
      ),
      ...metaFields
    },
    { data: "Properties of the block." }
  )
)
export type OpenApiSchemas = typeof OpenApiSchemas.Type

export const OpenApiWebhook = block(
  "openapi-webhook",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          { name: Inline.Plain, method: Inline.Plain, ref: OpenApiRef },
          {
            ref: "OpenAPI description of the organization.",
            name: "Name of the webhook in the description.",
            method: "HTTP method of the webhook."
          }
        )
      ),
      ...metaFields
    },
    { data: "Properties of the block." }
  )
)
export type OpenApiWebhook = typeof OpenApiWebhook.Type

/** A block of an integration, by the names of both. */
export const IntegrationBlock = block(
  "integration",
  describeFields(
    {
      data: Schema.Struct(
        describeFields(
          {
            integration: Inline.Plain,
            block: Inline.Plain,
            props: JsonRecord,
            action: optional(JsonRecord),
            url: optional(SafeUrl),
            fullWidth: optional(Schema.Boolean)
          },
          {
            fullWidth: "Whether the block takes the whole width of the page.",
            integration: "Name of the integration that draws the block.",
            block: "Identifier of the block within the integration.",
            props: "Properties of the block, which the integration interprets.",
            action: "Action that the block is drawn with first.",
            url: "Address that the block was made from."
          }
        )
      )
    },
    { data: "Properties of the block." }
  )
)
export type IntegrationBlock = typeof IntegrationBlock.Type

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
  IntegrationBlock
] as const
export type VoidBlock = (typeof VoidBlock)[number]["Type"]
