import { type Block, DescriptionReader, type Document, type PublishedPage, type VoidBlock } from "@quire/core"
import { ApiDescription, Document as Documents } from "@quire/core/internal"
import { Effect, Schema } from "effect"

const decodeOutline = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiOutline))
const decodePart = Schema.decodeUnknownSync(Schema.fromJsonString(ApiDescription.ApiPart))

/** All of a description, a value or its text, as a page has it that speaks of everything in it. */
export const published = (
  description: object | string
): Effect.Effect<
  PublishedPage.PublishedSpec,
  DescriptionReader.DescriptionRefused,
  DescriptionReader.DescriptionReader
> =>
  Effect.gen(function* () {
    const { read } = yield* DescriptionReader.DescriptionReader
    const text = yield* read(
      new TextEncoder().encode(typeof description === "string" ? description : JSON.stringify(description))
    )
    const outline = decodeOutline(text.outline)
    const parts = text.parts.map((part) => decodePart(part))
    const { info, security, securitySchemes, servers } = outline
    return {
      slug: "pets",
      version: "version",
      title: info.title,
      servers,
      ...(security === undefined ? {} : { security }),
      securitySchemes,
      operations: parts.flatMap(({ operations }) => operations),
      listed: [],
      schemas: parts.flatMap(({ schemas }) => schemas)
    }
  })

const ref = { kind: "openapi", spec: "pets" } as const

export const operation = (method: string, path: string): VoidBlock.OpenApiOperation => ({
  object: "block",
  type: "openapi-operation",
  isVoid: true,
  data: { method, path, ref }
})

export const webhook = (method: string, name: string): VoidBlock.OpenApiWebhook => ({
  object: "block",
  type: "openapi-webhook",
  isVoid: true,
  data: { method, name, ref }
})

export const schemas = (...names: ReadonlyArray<string>): VoidBlock.OpenApiSchemas => ({
  object: "block",
  type: "openapi-schemas",
  isVoid: true,
  data: { schemas: names, ref }
})

/** A document of everything that a spec has. */
export const documentOf = (
  spec: PublishedPage.PublishedSpec,
  ...before: ReadonlyArray<Block.TopLevel>
): Document.Document =>
  Documents.make([
    ...before,
    ...spec.operations.map(({ isWebhook, method, path }) =>
      isWebhook === true ? webhook(method, path) : operation(method, path)
    ),
    schemas(...spec.schemas.map(({ name }) => name))
  ])

const pet = {
  type: "object",
  title: "A pet",
  description: "What is kept.",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", format: "int64", readOnly: true, minimum: 1, examples: [7] },
    name: { type: "string", minLength: 1, maxLength: 100, description: "What it is *called*." },
    kind: { type: "string", enum: ["cat", "dog"], default: "cat" },
    parent: { $ref: "#/components/schemas/Pet" },
    children: { type: "array", items: { $ref: "#/components/schemas/Pet" }, maxItems: 9, uniqueItems: true },
    owner: { $ref: "#/components/schemas/Owner" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    old: { type: "string", deprecated: true, pattern: "^[a-z]+$" }
  }
} as const

/** A small description that has something of everything. */
export const pets = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://{region}.pets.test/v1/", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
  security: [{ token: [] }, { key: [] }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        summary: "List pets",
        description: "All that there are.\n\nIn the order of their names.",
        parameters: [
          { name: "limit", in: "query", required: true, schema: { type: "integer", maximum: 100, default: 20 } },
          { name: "X-Trace", in: "header", schema: { type: "string" }, example: "a'b" },
          { name: "seen", in: "cookie", deprecated: true, schema: { type: "boolean" } }
        ],
        responses: {
          200: {
            description: "Pets",
            headers: { "X-Next": { schema: { type: "string" }, description: "The next page." } },
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } },
              "text/csv": { schema: { type: "string" }, example: "id,name" }
            }
          },
          "4XX": { description: "Refused" },
          default: { description: "Anything else" }
        }
      },
      post: {
        summary: "Add a pet",
        deprecated: true,
        security: [{}],
        externalDocs: { url: "https://docs.pets.test/add", description: "More of this" },
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } }
        },
        responses: { 201: { description: "Added" } }
      }
    },
    "/pets/{id}/picture": {
      put: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { title: { type: "string" }, file: { type: "string", format: "binary" } }
              }
            }
          }
        },
        responses: { 204: { description: "" } }
      }
    }
  },
  webhooks: {
    petAdopted: { post: { summary: "A pet was adopted", responses: { 200: { description: "Seen" } } } }
  },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      key: { type: "apiKey", in: "query", name: "api key" }
    },
    schemas: {
      Pet: pet,
      Owner: {
        allOf: [{ $ref: "#/components/schemas/Person" }, { type: "object", properties: { since: { type: "string" } } }]
      },
      Person: {
        oneOf: [
          { type: "object", title: "By name", properties: { name: { type: "string" } } },
          { $ref: "#/components/schemas/Pet" }
        ],
        discriminator: { propertyName: "kind" }
      }
    }
  }
} as const
