import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { groupOf, namesOf } from "../../../scripts/client/names.mjs"
import { typeOf } from "../../../scripts/client/schemas.mjs"
import { bundleClient } from "./bundledClient.ts"

const limit = 15_000

it("bundles the client without imports below its size limit (rule client-size)", async () => {
  const { imports, sources, text } = await bundleClient("esm")
  const size = gzipSync(text, { level: 9 }).length
  assert.isAbove(size, 1_000)
  assert.isBelow(size, limit)
  for (const source of sources) assert.match(source, /packages\/client\/src\//)
  assert.deepStrictEqual(imports, [])
})

describe("the name of an operation (rule client-operations)", () => {
  const shortOf = (id: string, tag: string) => namesOf([id], tag).get(id)

  it("omits what its group already says", () => {
    for (const [tag, id, short] of [
      ["Spaces", "listSpaces", "list"],
      ["Spaces", "listSpacesInCollection", "listInCollection"],
      ["Change requests", "mergeChangeRequest", "merge"],
      ["Personal tokens", "createToken", "create"],
      ["Glossary", "listGlossaryEntries", "listEntries"],
      ["OpenAPI specs", "getOpenApiSpecBySlug", "getBySlug"],
      ["Spaces", "getSpacecraft", "getSpacecraft"],
      ["Revisions", "rollBack", "rollBack"]
    ] as const)
      assert.strictEqual(shortOf(id, tag), short)
  })

  it("stays complete if two operations of a group would have the same name", () => {
    const names = namesOf(["listSpaces", "listSpace", "getSpace"], "Spaces")
    assert.deepStrictEqual([...names.values()], ["listSpaces", "listSpace", "get"])
  })

  it("belongs to a group that is named after its tag", () => {
    assert.deepStrictEqual(["Spaces", "OpenAPI spec versions", "PDFs", "Single sign-on"].map(groupOf), [
      "spaces",
      "openApiSpecVersions",
      "pdfs",
      "singleSignOn"
    ])
  })
})

describe("a type of the client", () => {
  it("matches its schema", () => {
    const cases: ReadonlyArray<readonly [object, string]> = [
      [{ $ref: "#/components/schemas/Space" }, "Space"],
      [{ anyOf: [{ type: "string" }, { type: "null" }, { type: "string" }] }, "string | null"],
      [{ enum: ["a", 1, null] }, '"a" | 1 | null'],
      [{ type: "array", items: { type: "integer" } }, "ReadonlyArray<number>"],
      [
        { type: "array", items: { anyOf: [{ type: "string" }, { type: "boolean" }] } },
        "ReadonlyArray<string | boolean>"
      ],
      [{ type: "object", additionalProperties: { type: "string" } }, "{ readonly [key: string]: string }"],
      [{ type: "object", additionalProperties: false }, "{ readonly [key: string]: never }"],
      [{ type: "object" }, "{ readonly [key: string]: unknown }"],
      [{}, "unknown"]
    ]
    for (const [schema, type] of cases) assert.strictEqual(typeOf(schema), type)
    assert.throws(() => typeOf({ type: ["string", "null"] }), /no type for/)
  })

  it("has every field of an object with its description", () => {
    const properties = { title: { type: "string", description: "Its */ name." }, "x-y": { type: "null" } }
    assert.strictEqual(
      typeOf({ type: "object", properties, required: ["title"] }),
      '{\n  /** Its *\\/ name. */\n  readonly title: string\n  readonly "x-y"?: null\n}'
    )
  })
})
