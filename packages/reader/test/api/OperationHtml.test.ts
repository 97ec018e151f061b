import { assert, describe, it } from "@effect/vitest"
import { DescriptionAdapter, TypesettingAdapter } from "@quire/adapters"
import type { Document, PublishedPage } from "@quire/core"
import { Document as Documents } from "@quire/core/internal"
import { Effect, Layer } from "effect"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import * as Words from "../../src/words/Words.ts"
import { draw } from "../document/draw.ts"
import { heading, paragraph } from "../document/make.ts"
import { addressesOf, parse, withAttribute, withClass } from "../support/Parsed.ts"
import { documentOf, operation, pets, published, schemas, webhook } from "./description.ts"

const layers = Layer.mergeAll(FontAwesome.layer, TypesettingAdapter.layerHere, DescriptionAdapter.layerHere)

const drawn = (document: Document.Document, spec: PublishedPage.PublishedSpec) =>
  Effect.map(draw(document, {}, { specs: [spec] }), ({ text }) => ({ text, elements: parse(text) }))

const texts = (elements: ReturnType<typeof parse>): ReadonlyArray<string> => elements.map(({ text }) => text.trim())

/** A description with one operation, and some schemas. */
const describing = (operation: object, schemas: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "One", version: "1" },
  paths: { "/one": { get: { responses: {}, ...operation } } },
  components: { schemas }
})

const answering = (schema: object, schemas: object = {}) =>
  describing({ responses: { 200: { description: "", content: { "application/json": { schema } } } } }, schemas)

const one = Documents.make([operation("GET", "/one")])

describe("the HTML of operations", () => {
  it.layer(layers, { excludeTestServices: true })((it) => {
    it.effect("contains everything in the description, labeled by part (rule published-operations)", () =>
      Effect.gen(function* () {
        const spec = yield* published(pets)
        const { elements, text } = yield* drawn(Documents.make([operation("get", "/pets")]), spec)
        assert.deepStrictEqual(texts(withClass(elements, "api-part-title")), [
          "Authentication",
          "Query parameters",
          "Headers",
          "Cookies",
          "Example request",
          "Responses"
        ])
        assert.deepStrictEqual(texts(withClass(elements, "api-call")), ["GEThttps://{region}.pets.test/v1/pets"])
        assert.deepStrictEqual(texts(withClass(elements, "api-auth")), ["HTTP Bearer (JWT)API key api key (query)"])
        const row = withAttribute(elements, "id", "listpets-query-limit")
        assert.deepStrictEqual(texts(row), ["limit integer requiredDefault: 20 Range: ≤ 100"])
        assert.include(text, "<code>&quot;a&#39;b&quot;</code>")
        assert.deepStrictEqual(texts(withClass(elements, "api-status")), ["200", "4XX", "default"])
        assert.deepStrictEqual(texts(withClass(withClass(elements, "api-answer"), "api-bare")), [
          "4XX Refused",
          "default Anything else"
        ])
        assert.include(text, "The next page.")
      })
    )

    it.effect("shows the API's name and address (rule published-operations)", () =>
      Effect.gen(function* () {
        const content = { "application/json": { schema: { type: "object", properties: { at: { type: "string" } } } } }
        const post = {
          summary: "It is done",
          requestBody: { description: "What was done", content },
          responses: { 204: { description: "Seen" } }
        }
        const spec = yield* published(describing({ callbacks: { done: { "{$request.body#/url}": { post } } } }))
        const { elements, text } = yield* drawn(one, spec)
        assert.deepStrictEqual(texts(withClass(elements, "api-part-title")).slice(-3), [
          "Callbacks",
          "Request body",
          "Responses"
        ])
        const [callback] = withAttribute(elements, "id", "get-one-callback-done")
        for (const part of ["done: It is done", "POST{$request.body#/url}", "What was done", "at string", "204 Seen"]) {
          assert.include(callback?.text ?? "", part)
        }
        assert.include(text, "method-post")
      })
    )

    it.effect("has one anchor for each part, and links lead to anchors", () =>
      Effect.gen(function* () {
        const spec = yield* published(pets)
        const { elements } = yield* drawn(documentOf(spec, ...documentOf(spec).nodes), spec)
        const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? [])
        assert.strictEqual(new Set(ids).size, ids.length)
        assert.includeMembers(ids, ["listpets", "listpets-query", "listpets-response-200", "model-pet", "model-owner"])
        const inner = addressesOf(elements).filter((address) => address.startsWith("#"))
        assert.isAbove(inner.length, 40)
        for (const address of inner) assert.include(ids, decodeURIComponent(address.slice(1)))
      })
    )

    it.effect("uses the preceding heading as its title, or a separate one", () =>
      Effect.gen(function* () {
        const spec = yield* published(pets)
        const headings = (elements: ReturnType<typeof parse>) =>
          elements.filter(({ name }) => /^h\d$/.test(name)).map(({ name, text }) => `${name} ${text.replace("#", "")}`)
        const block = operation("get", "/pets")
        const own = yield* drawn(Documents.make([heading(1, "Start"), paragraph("x"), block]), spec)
        assert.deepStrictEqual(headings(own.elements), ["h2 Start", "h3 List pets"])
        assert.include(own.text, "All that there are.")
        const named = yield* drawn(Documents.make([heading(2, "List pets"), block]), spec)
        assert.deepStrictEqual(headings(named.elements), ["h2 List pets"])
        assert.include(named.text, "All that there are.")
        const described = yield* drawn(Documents.make([heading(2, "List pets"), paragraph("Told."), block]), spec)
        assert.notInclude(described.text, "All that there are.")
      })
    )

    it.effect("expands schemas except within themselves, and links to models of the page", () =>
      Effect.gen(function* () {
        const circular = { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } }
        const spec = yield* published(answering({ $ref: "#/components/schemas/Node" }, { Node: circular }))
        const alone = yield* drawn(one, spec)
        assert.deepStrictEqual(texts(withClass(alone.elements, "api-name")), ["next"])
        assert.lengthOf(
          addressesOf(alone.elements).filter((address) => address === "#model-node"),
          0
        )
        const adjacent = yield* drawn(Documents.make([operation("get", "/one"), schemas("Node")]), spec)
        assert.lengthOf(
          addressesOf(adjacent.elements).filter((address) => address === "#model-node"),
          4
        )
        assert.lengthOf(withAttribute(adjacent.elements, "id", "model-node"), 1)
      })
    )

    it.effect("lists what is omitted for lack of space", () =>
      Effect.gen(function* () {
        const properties = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, { type: "string" }]))
        const spec = yield* published(answering({ type: "object", properties }))
        const { elements } = yield* drawn(one, spec)
        const [left] = withClass(elements, "api-left")
        assert.isTrue(left?.text.startsWith("More properties: "))
        assert.isTrue(left?.text.trim().endsWith("p99"))
        assert.isAbove(withClass(elements, "api-row").length, 40)
      })
    )

    it.effect("shows a note for removed operations and a card for listed ones", () =>
      Effect.gen(function* () {
        const spec = yield* published(pets)
        const [listed] = spec.operations
        if (listed === undefined) return assert.fail("no operation")
        const { responses: _, ...named } = listed
        const less = { ...spec, operations: [], listed: [{ ...named, part: 0 }] }
        const blocks = [operation("get", "/pets"), operation("get", "/gone"), webhook("post", "gone"), schemas("Gone")]
        const { elements, text } = yield* drawn(Documents.make(blocks), less)
        assert.deepStrictEqual(texts(withClass(elements, "card-api")), ["GET /petsList pets"])
        assert.lengthOf(withClass(elements, "api-gone"), 3)
        const { goneOperation, goneSchema } = Words.of("en").api
        assert.deepStrictEqual([text.split(goneOperation).length, text.split(goneSchema).length], [3, 2])
        const { text: unknown } = yield* draw(Documents.make(blocks))
        assert.strictEqual(unknown.split(goneOperation).length, 4)
      })
    )

    it.effect("shows the alternatives and the discriminator", () =>
      Effect.gen(function* () {
        const spec = yield* published(pets)
        const { elements } = yield* drawn(Documents.make([schemas("Person")]), spec)
        assert.deepStrictEqual(texts(withClass(elements, "api-choice")).slice(0, 1), ["One of (Determined by kind)"])
        assert.include(texts(elements.filter(({ name }) => name === "summary")), "By name")
      })
    )
  })
})
