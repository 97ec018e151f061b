import { assert, describe, it } from "@effect/vitest"
import { limits } from "../../src/openapi/DescriptionLimits.ts"
import { info, problemOf, readText, readValue } from "./readings.ts"

const swagger = {
  swagger: "2.0",
  info,
  host: "pets.test",
  basePath: "/v2",
  schemes: ["https", "http"],
  consumes: ["application/xml"],
  produces: ["application/json"],
  securityDefinitions: {
    basic: { type: "basic" },
    key: { type: "apiKey", name: "X-Key", in: "header" },
    oauth: {
      type: "oauth2",
      flow: "accessCode",
      authorizationUrl: "https://a.test",
      tokenUrl: "https://t.test",
      scopes: { read: "Reads" }
    }
  },
  parameters: { limit: { name: "limit", in: "query", type: "integer", maximum: 10, exclusiveMaximum: true } },
  responses: { gone: { description: "Gone" } },
  paths: {
    "/pets": {
      parameters: [{ $ref: "#/parameters/limit" }],
      get: {
        operationId: "listPets",
        tags: ["pets"],
        produces: ["text/csv"],
        parameters: [{ name: "ids", in: "query", type: "array", items: { type: "string" }, collectionFormat: "multi" }],
        responses: {
          200: { description: "Pets", schema: { type: "array", items: { $ref: "#/definitions/Pet" } } },
          410: { $ref: "#/responses/gone" }
        }
      },
      post: {
        parameters: [{ name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } }],
        responses: { 201: { description: "Made" } }
      }
    },
    "/pets/{id}/photo": {
      put: {
        consumes: ["multipart/form-data"],
        parameters: [
          { name: "photo", in: "formData", type: "file", required: true },
          { name: "note", in: "formData", type: "string" }
        ],
        responses: { 204: { description: "Kept" } }
      }
    }
  },
  definitions: {
    Pet: {
      type: "object",
      required: ["name"],
      discriminator: "kind",
      properties: { name: { type: "string", "x-nullable": true }, friend: { $ref: "#/definitions/Pet" } }
    }
  }
}

describe("an API description (rule description-versions)", () => {
  it("converts Swagger 2.0 to the terms of 3.1", () => {
    const { count, operations, outline, schemas } = readValue(swagger)
    assert.deepStrictEqual([outline.openapi, count, outline.unreadTotal], ["2.0", 3, 0])
    assert.deepStrictEqual(outline.servers, [{ url: "https://pets.test/v2" }, { url: "http://pets.test/v2" }])
    const [list, make, photo] = operations
    assert.deepStrictEqual(list?.parameters, [
      { name: "limit", in: "query", schema: { types: ["integer"], exclusiveMaximum: 10 } },
      {
        name: "ids",
        in: "query",
        schema: { types: ["array"], items: { types: ["string"] } },
        style: "form",
        explode: true
      }
    ])
    assert.deepStrictEqual(list?.responses, [
      {
        status: "200",
        description: "Pets",
        content: [{ type: "text/csv", schema: { types: ["array"], items: { ref: "Pet" } } }]
      },
      { status: "410", description: "Gone" }
    ])
    assert.deepStrictEqual(make?.body, {
      required: true,
      content: [{ type: "application/xml", schema: { ref: "Pet" } }]
    })
    assert.deepStrictEqual(photo?.body, {
      required: true,
      content: [
        {
          type: "multipart/form-data",
          schema: {
            types: ["object"],
            properties: [
              { name: "photo", schema: { types: ["string"], format: "binary" } },
              { name: "note", schema: { types: ["string"] } }
            ],
            required: ["photo"]
          }
        }
      ]
    })
    assert.deepStrictEqual(schemas.get("Pet"), {
      types: ["object"],
      required: ["name"],
      discriminator: { propertyName: "kind" },
      properties: [
        { name: "name", schema: { types: ["string", "null"] } },
        { name: "friend", schema: { ref: "Pet" } }
      ]
    })
    assert.deepStrictEqual(
      outline.securitySchemes.map(({ flows, in: place, key, name, scheme, type }) => [
        name,
        type,
        scheme ?? key ?? flows?.[0]?.kind,
        place
      ]),
      [
        ["basic", "http", "basic", undefined],
        ["key", "apiKey", "X-Key", "header"],
        ["oauth", "oauth2", "authorizationCode", undefined]
      ]
    )
  })

  it("reads the same from OpenAPI 3.0 and 3.1 where they agree", () => {
    const of = (openapi: string, schema: unknown) =>
      readValue({ openapi, info, paths: {}, components: { schemas: { Size: schema } } }).schemas.get("Size")
    const old = { type: "integer", nullable: true, minimum: 0, exclusiveMinimum: true, example: 3 }
    const now = { type: ["integer", "null"], exclusiveMinimum: 0, examples: [3] }
    assert.deepStrictEqual(of("3.0.0", old), of("3.1.0", now))
    assert.deepStrictEqual(of("3.0.3", old), { types: ["integer", "null"], exclusiveMinimum: 0, examples: ["3"] })
  })

  it("includes path-level fields of operations, webhooks and security", () => {
    const { operations, outline } = readValue({
      openapi: "3.1.0",
      info: { ...info, contact: { url: "javascript:alert(1)", name: "Us" }, license: { identifier: "MIT" } },
      security: [{ key: [] }],
      tags: [{ name: "b", description: "B" }, { name: "b" }],
      paths: {
        "/a": {
          summary: "Of the path",
          servers: [{ url: "https://{region}.test", variables: { region: { default: "eu", enum: ["eu"] } } }],
          parameters: [
            { name: "q", in: "query", description: "path" },
            { name: "h", in: "header", schema: {} }
          ],
          get: {
            tags: ["a"],
            deprecated: true,
            security: [],
            parameters: [{ name: "q", in: "query", description: "own", required: true }],
            callbacks: {
              done: {
                "{$request.body#/url}": {
                  post: {
                    summary: "It is done",
                    requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Done" } } } },
                    callbacks: {},
                    responses: { 204: { description: "Seen" } }
                  }
                }
              },
              lost: { $ref: "#/components/callbacks/lost" }
            },
            responses: { default: { description: "", headers: { "x-rate": { schema: { type: "integer" } } } } }
          },
          "x-get": {},
          query: {}
        }
      },
      webhooks: { made: { post: { responses: {} } } },
      components: { schemas: { Done: { type: "object" } } }
    })
    const [first, hook] = operations
    assert.deepStrictEqual(first?.parameters, [
      { name: "q", in: "query", description: "own", required: true },
      { name: "h", in: "header", schema: {} }
    ])
    assert.deepStrictEqual([first?.summary, first?.deprecated, first?.security], ["Of the path", true, []])
    assert.deepStrictEqual(first?.responses[0]?.headers, [{ name: "x-rate", schema: { types: ["integer"] } }])
    assert.deepStrictEqual([hook?.path, hook?.method, hook?.isWebhook], ["made", "post", true])
    assert.deepStrictEqual(outline.tags, [{ name: "b", description: "B" }, { name: "a" }])
    assert.deepStrictEqual(outline.security, [[{ scheme: "key", scopes: [] }]])
    assert.deepStrictEqual(outline.info.contact, { name: "Us" })
    assert.deepStrictEqual(outline.unread, [
      { at: "info.contact.url", problem: "is not a URL that can be linked to" },
      {
        at: "paths./a.get.callbacks.done.{$request.body#/url}.post",
        problem: "callbacks within callbacks are not supported"
      },
      { at: "paths./a.get.callbacks.lost", problem: 'refers to "#/components/callbacks/lost", which does not exist' }
    ])
    assert.deepStrictEqual(first?.callbacks, [
      {
        name: "done",
        operation: {
          path: "{$request.body#/url}",
          method: "post",
          summary: "It is done",
          body: { content: [{ type: "application/json", schema: { ref: "Done" } }] },
          responses: [{ status: "204", description: "Seen" }]
        }
      }
    ])
  })

  it("has descriptive texts as blocks too if they are more than words (rule description-text)", () => {
    const bold = "**all**"
    const { operations, outline } = readValue({
      openapi: "3.1.0",
      info: { ...info, description: bold },
      tags: [{ name: "t", description: "words" }],
      paths: {
        "/p": {
          get: {
            description: bold,
            parameters: [{ name: "q", in: "query", description: bold, schema: { description: bold } }],
            responses: { 200: { description: bold } }
          }
        }
      }
    })
    const blocks = outline.info.descriptionBlocks
    assert.strictEqual(JSON.stringify(blocks?.map(({ type }) => type)), '["paragraph"]')
    const [operation] = operations
    const [parameter] = operation?.parameters ?? []
    for (const each of [operation, parameter, parameter?.schema, operation?.responses[0]]) {
      assert.include(
        JSON.stringify(each),
        JSON.stringify({ description: bold, descriptionBlocks: blocks }).slice(1, -1)
      )
    }
    assert.deepStrictEqual(outline.tags, [{ name: "t", description: "words" }])
  })

  it("fails by name for other versions", () => {
    const refused = [
      [{ openapi: "3.2.0", info }, 'version "3.2.0" is not supported: use Swagger 2.0, OpenAPI 3.0 or OpenAPI 3.1'],
      [{ swagger: "1.2", info }, 'version "1.2" is not supported: use Swagger 2.0, OpenAPI 3.0 or OpenAPI 3.1'],
      [{ openapi: "3.10.0", info }, 'version "3.10.0" is not supported: use Swagger 2.0, OpenAPI 3.0 or OpenAPI 3.1'],
      [{ info }, "it is not an API description: it has no top-level openapi or swagger field"],
      [[], "it is not an API description: it is not an object"]
    ] as const
    for (const [value, problem] of refused) assert.strictEqual(problemOf(JSON.stringify(value)), problem)
    assert.strictEqual(readText("swagger: 2.0\ninfo: {title: T, version: 1}\npaths: {}").outline.openapi, "2.0")
  })

  it("omits invalid parts, and lists them", () => {
    const { operations, outline } = readValue({
      openapi: "3.0.0",
      paths: {
        "/a": {
          get: {
            parameters: [{ in: "query" }, { name: "x", in: "body" }, 7, { $ref: "#/components/parameters/none" }],
            responses: { 200: null, 201: { content: { "text/plain": 1, "a/b": { schema: "x" } } } }
          },
          post: 3
        },
        "/b": null
      },
      components: { securitySchemes: { odd: { type: "odd" } }, schemas: { Bad: 1, Good: true } }
    })
    assert.deepStrictEqual(outline.info, { title: "", version: "" })
    assert.lengthOf(operations, 1)
    assert.deepStrictEqual(
      outline.unread.map(({ at }) => at),
      [
        "info",
        "paths./a.get.parameters.0",
        "paths./a.get.parameters.1",
        "paths./a.get.parameters.2",
        "paths./a.get.parameters.3",
        "paths./a.get.responses.200",
        "paths./a.get.responses.201.content.text/plain",
        "paths./a.get.responses.201.content.a/b.schema",
        "paths./a.post",
        "paths./b",
        "components.schemas.Bad",
        "components.securitySchemes.odd"
      ]
    )
    assert.strictEqual(outline.unreadTotal, 12)
  })
})

describe("a reference in a description (rule description-references)", () => {
  const of = (schemas: object, rest: object = {}) =>
    readValue({ openapi: "3.1.0", info, paths: {}, components: { schemas, ...rest } })

  it("stays by name in schemas, also if it is circular or leads into others", () => {
    const { outline, schemas } = of({
      A: { properties: { b: { $ref: "#/components/schemas/B" } } },
      B: { allOf: [{ $ref: "#/components/schemas/A" }], $ref: "#/components/schemas/B", description: "sibling" },
      C: { items: { $ref: "#/components/schemas/A/properties/b" } },
      "D/e~f": { $ref: "#/components/schemas/D~1e~0f" },
      E: { $ref: "#/components/schemas/none" }
    })
    assert.deepStrictEqual(schemas.get("B"), { ref: "B", allOf: [{ ref: "A" }], description: "sibling" })
    assert.deepStrictEqual(schemas.get("C"), { items: { ref: "#/components/schemas/A/properties/b" } })
    assert.deepStrictEqual(schemas.get("#/components/schemas/A/properties/b"), { ref: "B" })
    assert.deepStrictEqual(schemas.get("D/e~f"), { ref: "D/e~f" })
    assert.deepStrictEqual(outline.unread, [
      { at: "components.schemas.E", problem: 'refers to "#/components/schemas/none", which does not exist' }
    ])
    assert.deepStrictEqual(
      outline.schemas.filter(({ isInner }) => isInner === true).map(({ name }) => name),
      ["#/components/schemas/A/properties/b"]
    )
  })

  it("disappears if it never ends", () => {
    const { outline } = readValue({
      openapi: "3.0.0",
      info,
      paths: { "/a": { $ref: "#/paths/~1b" }, "/b": { $ref: "#/paths/~1a" } }
    })
    assert.deepStrictEqual(
      outline.unread.map(({ problem }) => problem),
      Array.from({ length: 2 }, () => `refers to itself, or through more than ${limits.hops} references`)
    )
  })

  it.each(["other.json", "./x.yaml#/a", "http://127.0.0.1/x", "https://pets.test/o.json#/b", "file:///etc/passwd"])(
    "rejects the description if it leads outside: %s",
    (ref) => {
      const schema = { openapi: "3.0.0", info, paths: {}, components: { schemas: { A: { $ref: ref } } } }
      const expected = `components.schemas.A refers to "${ref}", which is outside of the description; the description must be one self-contained document`
      assert.strictEqual(problemOf(JSON.stringify(schema)), expected)
      const path = { openapi: "3.0.0", info, paths: { "/a": { $ref: ref } } }
      assert.include(problemOf(JSON.stringify(path)), `paths./a refers to "${ref}"`)
    }
  )
})
