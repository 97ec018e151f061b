import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as OpenApiDocument from "../../src/documentation/OpenApiDocument.ts"
import { pages, reasons } from "../../src/documentation/RuleTexts.ts"
import * as SchemaView from "../../src/documentation/SchemaView.ts"
import { TestApi } from "../support/TestApi.ts"
import * as Web from "../support/Web.ts"

const { send } = Web.make()

const anonymous: Web.Sent = { token: null }

const document = OpenApiDocument.fromApi(TestApi)

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation }))
)

const operation = (name: string) => {
  const found = operations.find((entry) => entry.name === name)
  assert.isDefined(found, name)
  return found!.operation
}

const references = (value: unknown) =>
  Array.from(JSON.stringify(value).matchAll(/#\/components\/schemas\/([^"]+)/g), ([, name]) => name ?? "")

describe("/openapi.json", () => {
  it("is the document, for anybody", async () => {
    const answer = await send("GET", "/openapi.json", anonymous)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, JSON.parse(JSON.stringify(document)))
    assert.strictEqual(answer.json.info.title, "Quire")
  })

  it("asks for a bearer token where the endpoint does", () => {
    assert.deepStrictEqual(document.components.securitySchemes, { bearer: { type: "http", scheme: "bearer" } } as never)
    assert.deepStrictEqual(operation("get /v1/who").security, [{ bearer: [] }])
    assert.deepStrictEqual(operation("post /v1/sign-in").security, [])
  })

  it("has one 400, and no schema of the platform's own", () => {
    for (const { name, operation } of operations) {
      assert.deepStrictEqual(references(operation.responses["400"]), ["BadRequest"], name)
    }
    const names = Object.keys(document.components.schemas)
    assert.include(names, "BrokenRule")
    assert.isEmpty(names.filter((name) => /Decode|Issue|PropertyKey/.test(name)))
  })

  it("has no reference to nothing, and nothing that is not referred to", () => {
    assert.sameMembers(Array.from(new Set(references(document))), Object.keys(document.components.schemas))
  })

  it("lists the tags of its operations, each once, and no other", () => {
    const borne = new Set(operations.flatMap(({ operation }) => operation.tags))
    assert.deepStrictEqual(document.tags.map(({ name }) => name).toSorted(), [...borne].toSorted())
  })

  it("tells the headers of statuses", () => {
    for (const { name, operation } of operations) {
      assert.strictEqual(
        operation.responses["201"]?.headers?.["Location"] !== undefined,
        "201" in operation.responses,
        name
      )
      assert.isDefined(operation.responses["503"]?.headers?.["Retry-After"], name)
    }
    assert.isDefined(operation("get /v1/who").responses["401"]?.headers?.["WWW-Authenticate"])
  })

  it("tells statuses of bodies only where there may be one, and whether there must be one", () => {
    for (const { name, operation } of operations) {
      assert.strictEqual("413" in operation.responses, operation.requestBody !== undefined, name)
      assert.strictEqual("415" in operation.responses, operation.requestBody !== undefined, name)
    }
    assert.strictEqual(operation("post /v1/spaces/{spaceId}/things").requestBody?.required, true)
    assert.strictEqual(operation("patch /v1/things/{thingId}").requestBody?.required, false)
    assert.strictEqual(operation("post /v1/things/{thingId}/invites").requestBody?.required, true)
  })

  it("tells both answers of DELETE, without a body", () => {
    const { responses } = operation("delete /v1/things/{thingId}")
    assert.isUndefined(responses["204"]?.content)
    assert.isUndefined(responses["205"]?.content)
    assert.includeMembers(Object.keys(responses), ["204", "205"])
  })

  it("names the parameter that takes the rest of the path", () => {
    const { parameters } = operation("get /v1/spaces/{spaceId}/content/path/{pagePath}")
    assert.sameMembers(
      parameters.map(({ name }) => name),
      ["spaceId", "pagePath"]
    )
  })
})

describe("/docs", () => {
  it("is a page without scripts under a strict policy, and names every operation and schema", async () => {
    const answer = await send("GET", "/docs", anonymous)
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
    assert.include(answer.headers.get("content-security-policy"), "default-src 'none'; style-src 'self'")
    assert.notMatch(answer.text, /<script|javascript:|style=|\son\w+=/)
    for (const { operation } of operations) assert.include(answer.text, `id="operation-${operation.operationId}"`)
    for (const name of Object.keys(document.components.schemas)) assert.include(answer.text, `id="schema-${name}"`)
    const linked = Array.from(answer.text.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
    assert.isAbove(linked.length, 20)
    for (const id of linked) assert.include(answer.text, `id="${id}"`)
  })

  it("leads from texts and reasons to the rules they name, each of which stands under its id", async () => {
    const reference = await send("GET", "/docs", anonymous)
    const rules = await send("GET", "/docs/rules", anonymous)
    assert.deepStrictEqual([rules.status, rules.headers.get("content-type")], [200, "text/html; charset=utf-8"])
    assert.notMatch(rules.text, /<script|javascript:|style=|\son\w+=/)
    const ids = pages.flatMap((page) => page.rules.map(({ id }) => id))
    for (const id of ids) assert.include(rules.text, `<h3 id="${id}">`)
    const named = Array.from(reference.text.matchAll(/href="\/docs\/rules#([^"]+)"/g), ([, id]) => id)
    assert.isNotEmpty(named)
    for (const id of named) assert.include(ids, id)
    for (const { text } of [reference, rules]) assert.notInclude(text, "`")
    assert.include(rules.text, "<code>permissions</code>")
    for (const { reason } of reasons) assert.include(reference.text, `id="reason-${reason}"`)
    const own = Array.from(rules.text.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
    for (const id of own) assert.include(rules.text, `id="${id}"`)
  })

  it("has its style", async () => {
    const answer = await send("GET", "/docs/style.css", anonymous)
    assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [200, "text/css; charset=utf-8"])
  })

  it("is sent compressed, and once", async () => {
    const { handler } = Web.make()
    const ask = (headers: Record<string, string>) => handler(new Request("http://quire.test/docs", { headers }))
    const plain = await ask({ "accept-encoding": "br;q=0, gzip;q=0" })
    const zipped = await ask({ "accept-encoding": "gzip, br;q=0.5" })
    assert.strictEqual(plain.headers.get("content-encoding"), null)
    assert.strictEqual(zipped.headers.get("content-encoding"), "gzip")
    const text = await plain.text()
    const bytes = new Uint8Array(await zipped.arrayBuffer())
    assert.isBelow(bytes.length, text.length / 3)
    assert.strictEqual(gunzipSync(bytes).toString(), text)
    const etag = zipped.headers.get("etag") ?? ""
    assert.notStrictEqual(etag, plain.headers.get("etag"))
    const again = await ask({ "accept-encoding": "gzip", "if-none-match": `"other", W/${etag}` })
    assert.deepStrictEqual([again.status, await again.text(), again.headers.get("etag")], [304, "", etag])
    assert.strictEqual((await ask({ "if-none-match": etag })).status, 200)
    for (const answer of [plain, zipped, again]) {
      assert.strictEqual(answer.headers.get("vary"), "accept-encoding")
      assert.include(answer.headers.get("content-security-policy"), "style-src 'self'")
    }
  })
})

describe("markup", () => {
  it("shows schemas as types", () => {
    const text = (schema: unknown) => SchemaView.type(schema).text
    assert.strictEqual(text({ $ref: "#/components/schemas/Space" }), '<a href="#schema-Space">Space</a>')
    assert.strictEqual(text({ type: "array", items: { type: "string" } }), "string[]")
    assert.strictEqual(text({ anyOf: [{ type: "null" }, { enum: ["a", 1] }] }), "null | &quot;a&quot; | 1")
    assert.strictEqual(
      text({ type: "object", required: ["a"], properties: { a: { type: "number" }, b: {} } }),
      "{ a: number, b?: anything }"
    )
  })
})
