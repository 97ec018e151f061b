import { assert, describe, it } from "@effect/vitest"
import { info, readText, readValue } from "./readings.ts"

const yaml = (schema: string) =>
  readText(`openapi: 3.0.3\ninfo: {title: a, version: 1.10}\npaths: {}\ncomponents: {schemas: {Size: ${schema}}}`)

const json = (schema: string) =>
  readText(
    `{"openapi":"3.1.0","info":${JSON.stringify(info)},"paths":{},"components":{"schemas":{"Size":${schema}}}}`
  ).schemas.get("Size")

describe("a value in a description (rule description-numbers)", () => {
  it("keeps the digits of numbers in JSON, in limits and in nested values", () => {
    const schema = `{"maximum":9223372036854775807,"minimum":1.50,"maxLength":12345678901234567890,"default":1e400,
      "enum":[1234567890123456789,0.1],"example":{"a":[-0.00000001],"__proto__":1.10,"s\\"n":"n12345678901234567890"}}`
    assert.deepStrictEqual(json(schema), {
      maximum: "9223372036854775807",
      minimum: "1.50",
      maxLength: "12345678901234567890",
      default: "1e400",
      enum: ["1234567890123456789", "0.1"],
      examples: ['{"a":[-0.00000001],"__proto__":1.10,"s\\"n":"n12345678901234567890"}']
    })
  })

  it("keeps the digits of numbers in YAML, written as JSON", () => {
    const { outline, schemas } = yaml("{maximum: 9223372036854775807, enum: [0123, 1.10, +.5, 0x1F, 1e400, 5.]}")
    assert.strictEqual(outline.info.version, "1.10")
    assert.deepStrictEqual(schemas.get("Size"), {
      maximum: "9223372036854775807",
      enum: ["123", "1.10", "0.5", "31", "1e400", "5"]
    })
  })

  it("keeps its source text where a schema allows only strings, and in nested examples", () => {
    const text = yaml("{type: string, nullable: true, enum: [0123, 1.10, true, True, null, 1e400], default: 007}")
    assert.deepStrictEqual(text.schemas.get("Size"), {
      types: ["string", "null"],
      enum: ['"0123"', '"1.10"', '"true"', '"True"', "null", '"1e400"'],
      default: '"007"'
    })
    const object = yaml(
      "{type: object, properties: {zip: {type: array, items: {type: string}}, n: {type: integer}}, example: {zip: [01234, 2], n: 3}}"
    )
    const size = object.schemas.get("Size")
    assert.deepStrictEqual(typeof size === "object" ? size.examples : [], ['{"zip":["01234","2"],"n":3}'])
  })

  it("becomes a flag where YAML writes it in capital letters", () => {
    const size = yaml("{type: object, nullable: True, properties: {a: {type: string, readOnly: TRUE}}}").schemas.get(
      "Size"
    )
    assert.deepStrictEqual(size, {
      types: ["object", "null"],
      properties: [{ name: "a", schema: { types: ["string"], readOnly: true } }]
    })
  })
})

describe("a schema (rule description-versions)", () => {
  const of = (schema: object) =>
    readValue({ openapi: "3.0.3", info, paths: {}, components: { schemas: { Pet: {}, Size: schema } } }).schemas.get(
      "Size"
    )

  it("allows null without a type", () => {
    const ref = { $ref: "#/components/schemas/Pet" }
    assert.deepStrictEqual(of({ nullable: true, allOf: [ref] }), { nullable: true, allOf: [{ ref: "Pet" }] })
    assert.deepStrictEqual(of({ nullable: true, ...ref }), { nullable: true, ref: "Pet" })
  })

  it("names unresolved references, as do responses, parameters and bodies", () => {
    const lost = (kind: string) => ({ $ref: `#/components/${kind}/Lost` })
    assert.deepStrictEqual(of(lost("schemas")), { unresolved: "#/components/schemas/Lost" })
    const { operations, outline } = readValue({
      openapi: "3.0.3",
      info,
      paths: {
        "/a": {
          post: {
            parameters: [lost("parameters")],
            requestBody: lost("requestBodies"),
            responses: { 200: lost("responses"), 201: { description: "", headers: { X: lost("headers") } } }
          }
        }
      }
    })
    assert.deepStrictEqual(operations[0]?.unresolved, [
      "#/components/parameters/Lost",
      "#/components/requestBodies/Lost"
    ])
    assert.deepStrictEqual(operations[0]?.responses, [
      { status: "200", unresolved: "#/components/responses/Lost" },
      { status: "201", description: "", headers: [{ name: "X", schema: { unresolved: "#/components/headers/Lost" } }] }
    ])
    assert.strictEqual(outline.unreadTotal, 4)
  })

  it("takes the first value of a server variable without a default", () => {
    const { outline } = readValue({
      openapi: "3.0.3",
      info,
      paths: {},
      servers: [{ url: "https://{region}.{zone}.test", variables: { region: { enum: ["eu", "us"] }, zone: {} } }]
    })
    assert.deepStrictEqual(outline.servers[0]?.variables, [
      { name: "region", default: "eu", enum: ["eu", "us"] },
      { name: "zone" }
    ])
  })
})
