import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import { stringify } from "yaml"
import { read } from "../../src/openapi/ReadDescription.ts"
import { bytesOf, info, problemOf, readText } from "./readings.ts"

const names = fc.oneof(
  fc.constantFrom("a", "Pet", "__proto__", "constructor", "200", "x-y", "a/b", "ä", "<<", "true", "null", "1e3"),
  fc.string({ minLength: 1, maxLength: 6 })
)

const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    fc.constantFrom({ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/none" }, 7, null),
    fc.record(
      {
        type: fc.constantFrom("string", "object", ["integer", "null"], 3),
        nullable: fc.boolean(),
        description: fc.string(),
        enum: fc.array(fc.jsonValue(), { maxLength: 2 }),
        example: fc.jsonValue(),
        minimum: fc.double(),
        exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
        properties: fc.dictionary(names, tie("schema"), { maxKeys: 3 }),
        items: tie("schema"),
        anyOf: fc.array(tie("schema"), { maxLength: 2 }),
        additionalProperties: tie("schema")
      },
      { requiredKeys: [] }
    )
  )
})).schema

const operation = fc.record(
  {
    summary: fc.string(),
    tags: fc.array(fc.string(), { maxLength: 2 }),
    parameters: fc.array(
      fc.record({ name: names, in: fc.constantFrom("query", "path", "body", "formData"), schema: schemas }),
      { maxLength: 2 }
    ),
    responses: fc.dictionary(fc.constantFrom("200", "4XX", "default"), fc.record({ description: fc.string() }))
  },
  { requiredKeys: ["responses"] }
)

const methods = fc.constantFrom("get", "put", "post", "delete", "patch")
const descriptions = fc.record({
  version: fc.constantFrom({ swagger: "2.0" }, { openapi: "3.0.1" }, { openapi: "3.1.0" }),
  paths: fc.dictionary(
    names.filter((name) => !name.startsWith("x-")),
    fc.dictionary(methods, operation, { maxKeys: 3 }),
    { maxKeys: 4 }
  ),
  schemas: fc.dictionary(names, schemas, { maxKeys: 4 })
})

const made = ({ paths, schemas: all, version }: typeof descriptions extends fc.Arbitrary<infer A> ? A : never) => ({
  ...version,
  info,
  paths,
  ...("swagger" in version ? { definitions: all } : { components: { schemas: all } })
})

describe("reading a description (rule description-same)", () => {
  const numRuns = Rounds.rounds(60, 2_000, 300)

  it("gives the same texts for the same bytes, and every operation of any version", () => {
    fc.assert(
      fc.property(descriptions, (given) => {
        const text = JSON.stringify(made(given))
        const first = read(bytesOf(text))
        assert.deepStrictEqual(first, read(bytesOf(text)))
        const count = Object.values(given.paths).flatMap((item) => Object.keys(item)).length
        assert.strictEqual(first.operations, count)
        const again = readText(text)
        assert.lengthOf(again.operations, count)
        assert.lengthOf(again.outline.operations, count)
      }),
      { numRuns }
    )
  })

  it("makes no difference between JSON and YAML", () => {
    fc.assert(
      fc.property(descriptions, (given) => {
        const value = made(given)
        const text = JSON.stringify(value)
        fc.pre(!text.includes('"<<"'))
        const yaml = stringify(JSON.parse(text), { aliasDuplicateObjects: false })
        assert.deepStrictEqual(read(bytesOf(yaml)), read(bytesOf(text)))
      }),
      { numRuns: Rounds.rounds(40, 1_000, 200) }
    )
  })

  it("fails only with a typed error", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), (given) => {
        assert.notInclude(problemOf(given), "not a refusal")
      }),
      { numRuns }
    )
  })
})
