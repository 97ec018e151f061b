/**
 * Descriptions of APIs with about `n` values, in which many others refer to one: the output grows with a product or a
 * power of `n` if it is repeated without a limit.
 */

const described = (parts: object): object => ({
  openapi: "3.1.0",
  info: { title: "Growing", version: "1" },
  ...parts
})

const times = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))

const named = <A>(count: number, name: string, make: (at: number) => A): { readonly [name: string]: A } =>
  Object.fromEntries(times(count, (at) => [`${name}${at}`, make(at)]))

const answered = { responses: { 200: { description: "Done" } } }

/** Operations that are alike. */
const alike = (count: number, operation: object): object => named(count, "/p", () => ({ get: operation }))

const pathParameters = (count: number) =>
  times(count, (at) => ({
    name: `v${at}`,
    in: "path",
    required: true,
    schema: { type: "string", example: `{v${at + 1}}`.repeat(8) }
  }))

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const posted = (schema: object): object => ({
  "/p": { post: { ...answered, requestBody: { content: { "application/json": { schema } } } } }
})

export type GrowingDescription = (n: number) => object

export const growing: { readonly [name: string]: GrowingDescription } = {
  "server variables within server variables": (n) =>
    described({
      servers: [
        {
          url: "https://{v0}.example.com",
          variables: named(Math.min(n, 7), "v", (at) => ({ default: `{v${at + 1}}`.repeat(8) }))
        }
      ],
      paths: { "/p": { get: answered } }
    }),
  "server variables that are replacement patterns": (n) =>
    described({
      servers: [{ url: `https://${"{v}".repeat(n)}`, variables: { v: { default: "$`$'" } } }],
      paths: { "/p": { get: answered } }
    }),
  "a long server variable that is named often": (n) =>
    described({
      servers: [{ url: `https://${"{v}".repeat(n)}`, variables: { v: { default: "v".repeat(n) } } }],
      paths: { "/p": { get: answered } }
    }),
  "path parameters within path parameters": (n) =>
    described({ paths: { "/{v0}": { get: { ...answered, parameters: pathParameters(Math.min(n, 7)) } } } }),
  "a path parameter that is named often": (n) =>
    described({
      paths: {
        [`/${"{v}".repeat(n)}`]: {
          get: {
            ...answered,
            parameters: [{ name: "v", in: "path", required: true, schema: { type: "string", example: "é".repeat(n) } }]
          }
        }
      }
    }),
  "a long name of a list in a query": (n) =>
    described({
      paths: {
        "/p": {
          get: {
            ...answered,
            parameters: [
              {
                name: "q".repeat(n),
                in: "query",
                required: true,
                schema: { type: "array", example: times(n, () => 1) }
              }
            ]
          }
        }
      }
    }),
  "servers of all operations": (n) =>
    described({
      servers: times(n, (at) => ({
        url: `https://s${at}.example.com/`,
        variables: { a: { default: "a", enum: ["a"] } }
      })),
      paths: alike(n, answered)
    }),
  "a long server of all operations": (n) =>
    described({ servers: [{ url: `https://example.com/${"a".repeat(n * 20)}` }], paths: alike(n, answered) }),
  "authentication of all operations": (n) =>
    described({
      security: times(n, (at) => ({ [`s${at}`]: [] })),
      components: { securitySchemes: named(n, "s", () => ({ type: "apiKey", name: "X-Key", in: "header" })) },
      paths: alike(n, answered)
    }),
  "a long scheme that is needed often": (n) =>
    described({
      components: {
        securitySchemes: { s: { type: "openIdConnect", openIdConnectUrl: `https://example.com/${"a".repeat(n * 20)}` } }
      },
      paths: alike(n, { ...answered, security: times(10, () => ({ s: [] })) })
    }),
  "a described schema that many fields refer to": (n) =>
    described({
      components: { schemas: { S: { type: "string", description: "a".repeat(n * 20) } } },
      paths: posted({ type: "object", properties: named(n, "f", () => schemaRef("S")) })
    }),
  "an enumeration that many fields refer to": (n) =>
    described({
      components: {
        schemas: { S: { type: "string", pattern: "b".repeat(n), enum: times(99, (at) => `${at}${"a".repeat(n)}`) } }
      },
      paths: posted({ type: "object", properties: named(n, "f", () => schemaRef("S")) })
    }),
  "many fields of a schema of all operations": (n) =>
    described({
      components: {
        schemas: { S: { type: "object", properties: named(n * 10, "field", () => ({ type: "string" })) } }
      },
      paths: named(n, "/p", () => ({
        post: { ...answered, requestBody: { content: { "application/json": { schema: schemaRef("S") } } } }
      }))
    }),
  "a long name of a schema that many fields refer to": (n) =>
    described({
      components: { schemas: { ["S".repeat(n * 20)]: { type: "string" } } },
      paths: posted({ type: "object", properties: named(n, "f", () => schemaRef("S".repeat(n * 20))) })
    }),
  "schemas of many fields within each other": (n) =>
    described({
      components: {
        schemas: named(5, "S", (at) => ({
          type: "object",
          properties: named(Math.min(n, 40), "f", () => (at === 4 ? { type: "integer" } : schemaRef(`S${at + 1}`)))
        }))
      },
      paths: posted(schemaRef("S0"))
    }),
  "schemas that are put together of each other": (n) =>
    described({
      components: {
        schemas: named(Math.min(n, 12), "S", (at) => ({ allOf: times(4, () => schemaRef(`S${at + 1}`)) }))
      },
      paths: posted(schemaRef("S0"))
    }),
  "an example of which a schema is made often": (n) =>
    described({
      components: { schemas: { S: { type: "string", example: "a".repeat(n * 20) } } },
      paths: posted({ type: "object", properties: named(n, "f", () => schemaRef("S")) })
    }),
  "a deep example": (n) =>
    described({
      paths: posted({
        example: times(90, () => 0).reduce<unknown>(
          (inner) => [inner],
          times(n * 10, () => 1)
        )
      })
    }),
  "many fields of an answer's headers": (n) =>
    described({
      components: { headers: { H: { description: "a".repeat(n * 20), schema: { type: "string" } } } },
      paths: {
        "/p": {
          get: {
            responses: named(n, "2", () => ({
              description: "Done",
              headers: { H: { $ref: "#/components/headers/H" } }
            }))
          }
        }
      }
    })
}

/** A page of this description, of 983 bytes, once took 100 MB: eight variables, each referring to the previous one. */
export const smallest = (): object =>
  described({
    servers: [
      {
        url: "{a}".repeat(10),
        variables: Object.fromEntries(
          times(6, (at) => [
            String.fromCodePoint(97 + at),
            { default: `{${String.fromCodePoint(98 + at)}}`.repeat(13) }
          ])
        )
      }
    ],
    paths: { "/": { get: { responses: {} } } }
  })
