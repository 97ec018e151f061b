import { assert, describe, it } from "@effect/vitest"
import { Api } from "../../src/Api.ts"
import * as OpenApiDocument from "../../src/documentation/OpenApiDocument.ts"
import * as RequestSample from "../../src/documentation/RequestSample.ts"
import { isAllowed, type JsonSchema, type Schemas } from "../support/JsonSchema.ts"

describe("an example body (rule request-documented)", () => {
  it("matches the schema of its operation", () => {
    const { components, paths } = OpenApiDocument.fromApi(Api)
    const schemas = components.schemas as unknown as Schemas
    const bodies = Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, requestBody }) => {
        const schema = requestBody?.content["application/json"]?.schema
        return schema === undefined ? [] : [[operationId, schema as unknown as JsonSchema] as const]
      })
    )
    assert.isAbove(bodies.length, 90)
    const invalid = bodies.filter(
      ([, schema]) => !isAllowed(schema, schemas, RequestSample.exampleOf(schema, components.schemas))
    )
    assert.deepStrictEqual(
      invalid.map(
        ([name, schema]) => `${name}: ${JSON.stringify(RequestSample.exampleOf(schema, components.schemas))}`
      ),
      []
    )
  })
})
