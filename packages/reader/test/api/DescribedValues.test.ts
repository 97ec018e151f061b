import { assert, describe, it } from "@effect/vitest"
import { DescriptionAdapter, TypesettingAdapter } from "@quire/adapters"
import { DocumentText, type ExactJson } from "@quire/core"
import { Document as Documents, WrittenOperation } from "@quire/core/internal"
import { Effect, Layer } from "effect"
import * as Book from "../../src/api/Book.ts"
import * as OperationBlocks from "../../src/api/OperationBlocks.ts"
import * as Sheet from "../../src/api/Sheet.ts"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import { draw, publish } from "../document/draw.ts"
import { words } from "../document/words.ts"
import { parse } from "../support/Parsed.ts"
import { operation, published } from "./description.ts"

const layers = Layer.mergeAll(FontAwesome.layer, TypesettingAdapter.layerHere, DescriptionAdapter.layerHere)

const content = (schema: object, more: object = {}) => ({ content: { "application/json": { schema, ...more } } })

/** A description whose one operation takes and answers a schema. */
const exchanging = (schema: object, schemas: object = {}, more: object = {}) => ({
  openapi: "3.0.3",
  info: { title: "One", version: "1" },
  paths: {
    "/one": { post: { requestBody: content(schema), responses: { 200: { description: "", ...content(schema) } } } }
  },
  components: { schemas },
  ...more
})

/** Everything that readers see of the operation: its page, its text, what is written as blocks, and its code. */
const shown = (description: object | string) =>
  Effect.gen(function* () {
    const spec = yield* published(description)
    const [only] = spec.operations
    if (only === undefined) return assert.fail("no operation")
    const document = Documents.make([operation("post", "/one")])
    const { text: page } = yield* draw(document, {}, { specs: [spec] })
    const nodes = yield* OperationBlocks.replace({ document: publish(document, {}), specs: [spec] }, words)
    const schemas = new Map(spec.schemas.map(({ name, schema }) => [name, schema]))
    const common = { ...spec, schemas }
    const written = DocumentText.ofDocument({ nodes: WrittenOperation.blocksOf((role) => role, 2, common, only) })
    const book = Book.make(spec)
    const code = (pieces: ReadonlyArray<Sheet.Piece>) => pieces.map((piece) => DocumentText.ofBlock(piece.code))
    const [sent, answered] = [only.body?.content[0], only.responses[0]?.content?.[0]]
    return {
      page,
      words: parse(page)
        .map(({ text }) => text)
        .join(" "),
      text: DocumentText.ofDocument({ nodes }),
      written,
      samples: code(Sheet.samplesOf(only, book)),
      curl: WrittenOperation.curlOf(common, schemas, only),
      request: sent === undefined ? "" : code(Sheet.examplesOf(sent, book, "request")).join(""),
      response: answered === undefined ? "" : code(Sheet.examplesOf(answered, book, "response")).join("")
    }
  })

const exampleOf = (text: string): unknown => JSON.parse(text)
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe("the view of values in API descriptions", () => {
  it.layer(layers, { excludeTestServices: true })((it) => {
    it.effect("keeps the digits of numbers in facts and in samples of every language (rule description-numbers)", () =>
      Effect.gen(function* () {
        const digits = ["1234567890123456789", "9223372036854775807", "1e400"]
        const [id = "", most = "", huge = ""] = digits
        const description = JSON.stringify(
          exchanging({ type: "object", properties: { id: { example: "ID" }, n: { maximum: "MAX", default: "HUGE" } } })
        )
          .replaceAll('"ID"', id)
          .replaceAll('"MAX"', most)
          .replaceAll('"HUGE"', huge)
        const found = yield* shown(description)
        for (const each of digits) for (const part of [found.words, found.text]) assert.include(part, each)
        for (const sample of [...found.samples, found.curl, found.response]) {
          for (const each of [id, huge]) assert.include(sample, each)
        }
        // A program would send other numbers, so that the body is a text there.
        assert.include(found.samples[1] ?? "", String.raw`body: "{\n  \"id\": ${id}`)
        assert.include(found.samples[2] ?? "", String.raw`data="{\n  \"id\": ${id}`)
      })
    )

    it.effect(
      "omits read-only fields from requests and write-only fields from responses, at every level (rule description-directions)",
      () =>
        Effect.gen(function* () {
          const properties = {
            id: ref("Id"),
            secret: { type: "string", writeOnly: true },
            both: { type: "string" },
            inner: { type: "array", items: ref("Inner") },
            given: { ...ref("Inner") }
          }
          const inner = {
            type: "object",
            required: ["at", "key", "name"],
            properties: {
              at: { type: "string", readOnly: true },
              key: { type: "string", writeOnly: true },
              name: { type: "string" }
            }
          }
          const found = yield* shown(
            exchanging(
              { type: "object", required: ["id", "secret", "both"], properties },
              {
                Id: { type: "integer", readOnly: true },
                Inner: { ...inner, example: { at: "1", key: "2", name: "3" } }
              }
            )
          )
          const sent = {
            secret: "text",
            both: "text",
            inner: [{ key: "2", name: "3" }],
            given: { key: "2", name: "3" }
          }
          const answered = { id: 1, both: "text", inner: [{ at: "1", name: "3" }], given: { at: "1", name: "3" } }
          assert.deepStrictEqual(exampleOf(found.request), sent)
          assert.deepStrictEqual(exampleOf(found.response), answered)
          assert.include(found.curl, '"both": "text"')
          assert.notInclude(found.curl, '"at"')
          // Each field is required once: in the direction that it goes.
          const required = (name: string) =>
            found.page.split(new RegExp(`>${name}</code>.{0,120}api-required`)).length - 1
          assert.deepStrictEqual(["id", "secret", "both"].map(required), [1, 1, 2])
          assert.strictEqual(found.text.split("required, read only").length, 4)
        })
    )

    it.effect("shows that a value may be null for any schema, and names the types of listed values", () =>
      Effect.gen(function* () {
        const properties = {
          a: { nullable: true, allOf: [ref("Pet")] },
          b: { enum: ["x", "y"] },
          c: { const: 3 },
          d: { oneOf: [{ enum: [true] }, { enum: ["z", null] }] }
        }
        const found = yield* shown(exchanging({ type: "object", properties }, { Pet: { type: "object" } }))
        for (const type of ["Pet | null", "a Pet", "b string", "c integer", "d boolean | string | null"]) {
          assert.include(found.words.replace(/\s+/g, " "), type)
        }
        for (const type of ["Pet or null", "boolean or string or null"]) assert.include(found.written, type)
        assert.notMatch(`${found.words}${found.text}${found.written}`, /\bany\b/)
      })
    )

    it.effect("names what each choice requires, with its title", () =>
      Effect.gen(function* () {
        const schema = {
          type: "object",
          properties: { id: { type: "string" }, name: { type: "string" }, at: { type: "string" } },
          oneOf: [{ title: "By id", required: ["id"] }, { required: ["name", "at"] }]
        }
        const found = yield* shown(exchanging(schema))
        const page = found.words.replace(/\s+/g, " ")
        for (const part of ["By id", "required: id", "name, at", "required: name at"]) assert.include(page, part)
        for (const part of ["By id", "required: id", "required: name, at"]) assert.include(found.text, part)
        assert.include(found.written, "One of: By id (requires id), requires name, at.")
        assert.deepStrictEqual(exampleOf(found.request), { id: "text", name: "text", at: "text" })
        assert.notMatch(`${found.words}${found.text}${found.written}`, /\bany\b/)
      })
    )

    it.effect("shows the schema that a discriminator selects by its value", () =>
      Effect.gen(function* () {
        const property = { type: "object", required: ["kind"], properties: { kind: { type: "string" } } }
        const discriminator = { propertyName: "kind", mapping: { dog: "#/components/schemas/Dog" } }
        const schemas = {
          Chosen: { oneOf: [ref("Dog"), ref("Cat")], discriminator },
          Base: { ...property, discriminator },
          Circular: { ...property, oneOf: [ref("Loop")], discriminator: { propertyName: "kind" } },
          Loop: { allOf: [ref("Circular"), { type: "object", properties: { round: { type: "boolean" } } }] },
          Dog: { allOf: [ref("Base"), { type: "object", properties: { bark: { type: "boolean" } } }] },
          Cat: { type: "object" }
        }
        const example = (name: string) =>
          Effect.map(shown(exchanging(ref(name), schemas)), ({ curl, request }) => {
            const made: ExactJson.ExactJson = JSON.parse(request)
            assert.include(curl, request)
            return made
          })
        const dog = { kind: "dog", bark: true }
        assert.deepStrictEqual(yield* example("Chosen"), dog)
        assert.deepStrictEqual(yield* example("Base"), dog)
        assert.deepStrictEqual(yield* example("Dog"), dog)
        assert.deepStrictEqual(yield* example("Circular"), { kind: "Loop", round: true })
      })
    )

    it.effect(
      "has the path of a relative server without a host, and the first value of a variable without a default (rule description-servers)",
      () =>
        Effect.gen(function* () {
          const urls = [
            ["/v1/", "/v1/one"],
            ["v2", "/v2/one"],
            ["../v3", "/v3/one"],
            ["", "/one"],
            ["https://{region}.test", "https://eu.test/one"]
          ] as const
          for (const [url, expected] of urls) {
            const servers = [{ url, variables: { region: { enum: ["eu", "us"] } } }]
            const { curl, samples } = yield* shown(exchanging({ type: "object" }, {}, { servers }))
            for (const sample of [...samples, curl]) {
              assert.include(sample, expected)
              assert.notInclude(sample, "example.com")
            }
          }
          const none = yield* shown(exchanging({ type: "object" }))
          assert.include(none.samples[0] ?? "", "curl '/one'")
        })
    )

    it.effect("shows the names of unresolved references in place (rule description-versions)", () =>
      Effect.gen(function* () {
        const description = exchanging({
          type: "object",
          properties: { pet: ref("Lost"), all: { items: ref("Gone") } }
        })
        const post = {
          ...description.paths["/one"].post,
          parameters: [{ $ref: "#/components/parameters/None" }],
          responses: { 200: { $ref: "#/components/responses/Never" } }
        }
        const found = yield* shown({ ...description, paths: { "/one": { post } } })
        for (const part of [found.words, found.text, found.written]) {
          for (const name of ["schemas/Lost", "schemas/Gone", "parameters/None", "responses/Never"]) {
            assert.include(part, `#/components/${name}`)
          }
        }
        assert.strictEqual(found.page.split(words.api.unresolved).length, 5)
      })
    )

    const wide = (text: string, depth: number): object => ({
      type: "object",
      description: text,
      properties: Object.fromEntries(
        Array.from({ length: depth === 0 ? 40 : 12 }, (_, at) => [
          `property${at}`,
          depth === 0 ? { type: "string", enum: [text, `${text}${at}`], description: text } : wide(text, depth - 1)
        ])
      )
    })
    const schemas: ReadonlyArray<readonly [string, () => object]> = [
      ["thousands of properties", () => wide("A <b>word</b> & more", 2)],
      ["long texts", () => wide(`${"漢<字>&".repeat(300)}\n\n- a\n- **b**`, 1)],
      [
        "long names",
        () => ({ type: "object", properties: { [`${"<".repeat(50_000)}`]: {}, ["&".repeat(90_000)]: {} } })
      ],
      ["a large example", () => ({ example: Array.from({ length: 900 }, (_, at) => ({ [`a${at}`]: "<&>" })) })],
      [
        "many choices",
        () => ({ oneOf: Array.from({ length: 2_000 }, (_, at) => ({ title: `<${at}>`, required: ["&"] })) })
      ]
    ]
    it.effect.each(schemas)(
      "stays below 100 kB of markup for one operation with %s (rule description-growth)",
      ([, schema]) =>
        Effect.gen(function* () {
          const { page } = yield* shown(exchanging(schema()))
          assert.isBelow(new TextEncoder().encode(page).length, 100_000)
        })
    )
  })
})
