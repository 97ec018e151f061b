const error = {
  description: "Refused",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } }
}

const pet = { $ref: "#/components/schemas/Pet" } as const

/** A description that has something of everything that is drawn of descriptions. */
export const pets = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  servers: [
    { url: "https://{region}.example.com/v1", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
    { url: "https://sandbox.example.com/v1", description: "To try things" }
  ],
  security: [{ token: [] }, { key: [] }, { login: ["pets:read"] }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        summary: "List pets",
        description: "All pets, in the order of their names.",
        parameters: [
          {
            name: "limit",
            in: "query",
            required: true,
            description: "How many at most.",
            schema: { type: "integer", minimum: 1, maximum: 100, default: 20 }
          },
          { name: "kind", in: "query", schema: { type: "array", items: { enum: ["cat", "dog"] } } },
          { name: "X-Trace", in: "header", deprecated: true, schema: { type: "string" }, example: "it's me" },
          { name: "seen", in: "cookie", schema: { type: "boolean" } }
        ],
        responses: {
          200: {
            description: "Pets",
            headers: { "X-Next": { description: "The page after this.", schema: { type: "string" } } },
            content: {
              "application/json": { schema: { type: "array", items: pet } },
              "text/csv": { schema: { type: "string" }, example: "id,name" }
            }
          },
          "4XX": error,
          default: { description: "Anything else" }
        }
      },
      post: {
        summary: "Add a pet",
        deprecated: true,
        security: [{}],
        externalDocs: { url: "https://docs.example.com/add", description: "How pets are added" },
        requestBody: {
          required: true,
          description: "The pet.",
          content: {
            "application/json": {
              schema: pet,
              examples: {
                cat: { summary: "A cat", value: { name: "Mia", kind: "cat" } },
                dog: { value: { name: "Rex" } }
              }
            },
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { name: { type: "string" }, picture: { type: "string", format: "binary" } }
              }
            }
          }
        },
        responses: { 201: { description: "Added", content: { "application/json": { schema: pet } } }, 400: error }
      }
    },
    "/pets/{id}": {
      delete: {
        summary: "Let a pet go",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 7 }],
        responses: { 204: { description: "Gone" } }
      }
    }
  },
  webhooks: {
    petAdopted: {
      post: {
        summary: "A pet was adopted",
        requestBody: { content: { "application/json": { schema: pet } } },
        responses: { 200: { description: "Seen" } }
      }
    }
  },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      login: {
        type: "oauth2",
        flows: {
          clientCredentials: { tokenUrl: "https://example.com/token", scopes: { "pets:read": "Read pets" } }
        }
      }
    },
    schemas: {
      Pet: {
        type: "object",
        description: "What is kept.",
        required: ["name"],
        properties: {
          id: { type: "integer", format: "int64", readOnly: true },
          name: { type: "string", minLength: 1, maxLength: 100, description: "What it is called." },
          kind: { type: "string", enum: ["cat", "dog"], default: "cat" },
          parent: pet,
          children: { type: "array", items: pet, maxItems: 9, uniqueItems: true },
          owner: { $ref: "#/components/schemas/Owner" },
          labels: { type: "object", additionalProperties: { type: "string", pattern: "^[a-z]+$" } }
        }
      },
      Owner: {
        allOf: [{ $ref: "#/components/schemas/Person" }, { type: "object", properties: { since: { type: "string" } } }]
      },
      Person: {
        oneOf: [
          { type: "object", title: "By name", properties: { name: { type: "string" } } },
          { type: "object", title: "By number", properties: { number: { type: "integer" } } }
        ],
        discriminator: { propertyName: "kind" }
      },
      Problem: { type: "object", properties: { title: { type: "string" }, status: { const: 400 } } }
    }
  }
} as const
