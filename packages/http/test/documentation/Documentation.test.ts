import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as OpenApiDocument from "../../src/documentation/OpenApiDocument.ts"
import * as Reference from "../../src/documentation/Reference.ts"
import * as RequestSample from "../../src/documentation/RequestSample.ts"
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
  it("returns the document to everyone", async () => {
    const answer = await send("GET", "/openapi.json", anonymous)
    assert.strictEqual(answer.status, 200)
    const { servers, ...content } = answer.json
    assert.deepStrictEqual(content, JSON.parse(JSON.stringify(document)))
    assert.deepStrictEqual(servers, [{ url: "http://quire.test" }])
    assert.strictEqual(answer.json.info.title, "Quire")
  })

  it("requires a bearer token, or a browser session under either name, where the endpoint does", () => {
    const { bearer, secureSession, session } = document.components.securitySchemes
    assert.deepStrictEqual(bearer, { type: "http", scheme: "bearer" })
    assert.deepInclude(session, { type: "apiKey", in: "cookie", name: "quire-session" })
    assert.deepInclude(secureSession, { type: "apiKey", in: "cookie", name: "__Host-quire-session" })
    assert.deepStrictEqual(operation("get /v1/who").security, [{ bearer: [] }, { session: [] }, { secureSession: [] }])
    assert.deepStrictEqual(operation("post /v1/sign-in").security, [])
  })

  it("shares one 400 response, and has no schema of the platform itself", () => {
    for (const { name, operation } of operations) {
      assert.deepStrictEqual(references(operation.responses["400"]), ["BadRequest"], name)
    }
    const names = Object.keys(document.components.schemas)
    assert.include(names, "BrokenRule")
    assert.isEmpty(names.filter((name) => /Decode|Issue|PropertyKey/.test(name)))
  })

  it("has no unresolved reference, and nothing unreferenced", () => {
    assert.sameMembers(Array.from(new Set(references(document))), Object.keys(document.components.schemas))
  })

  it("lists the tags of its operations, each once, and no other", () => {
    const borne = new Set(operations.flatMap(({ operation }) => operation.tags))
    assert.deepStrictEqual(document.tags.map(({ name }) => name).toSorted(), [...borne].toSorted())
  })

  it("describes the headers of each status", () => {
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

  it("describes statuses about bodies only where a body is possible, and whether it is required", () => {
    for (const { name, operation } of operations) {
      assert.strictEqual("413" in operation.responses, operation.requestBody !== undefined, name)
      assert.strictEqual("415" in operation.responses, operation.requestBody !== undefined, name)
    }
    assert.strictEqual(operation("post /v1/spaces/{spaceId}/things").requestBody?.required, true)
    assert.strictEqual(operation("patch /v1/things/{thingId}").requestBody?.required, false)
    assert.strictEqual(operation("post /v1/things/{thingId}/invites").requestBody?.required, true)
  })

  it("describes both responses of DELETE, without a body", () => {
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
  const areas = Reference.areasOf(document)
  const names = ["", "/rules", "/reasons", "/schemas", ...areas.map(({ name }) => `/${name}`)]
  const pageOf = async (name: string) => {
    const answer = await send("GET", `/docs${name}`, anonymous)
    assert.strictEqual(answer.status, 200, name)
    assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
    return answer
  }

  it("lists every operation on its first page, with a link to the page of its area", async () => {
    const { text } = await pageOf("")
    for (const area of areas) {
      const { text: own } = await pageOf(`/${area.name}`)
      for (const entry of area.entries) {
        assert.include(text, `href="docs/${area.name}#${entry.anchor}"`)
        assert.include(own, `<h2 id="${entry.anchor}">`)
        assert.include(own, `curl ${entry.method === "GET" ? "" : `-X ${entry.method} `}`)
      }
    }
    assert.strictEqual(areas.flatMap(({ entries }) => entries).length, operations.length)
  })

  it("has no handler, no inline style and one inline script, under a strict policy", async () => {
    for (const name of names) {
      const { headers, text } = await pageOf(name)
      const policy = headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'; script-src 'sha256-")
      assert.include(policy, " quire.test/docs/~asset/")
      assert.notMatch(policy, /'self'(?=[^;]*;? ?(?:script|style))|unsafe/)
      assert.include(policy, "require-trusted-types-for 'script'; trusted-types 'none'")
      assert.notMatch(text, /javascript:|style=| on\w+=/)
      assert.strictEqual(text.match(/<script>/g)?.length, 1)
    }
  })

  it("contains only links to existing anchors of the same origin", async () => {
    const ids = new Map<string, Set<string>>()
    const links: Array<URL> = []
    for (const name of names) {
      const { text } = await pageOf(name)
      ids.set(`/docs${name}`, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)))
      for (const [, href = ""] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        links.push(new URL(href, `http://quire.test/docs${name}`))
      }
    }
    assert.isAbove(links.length, 100)
    for (const { hash, origin, pathname } of links) {
      assert.strictEqual(origin, "http://quire.test")
      if (hash !== "") assert.isTrue(ids.get(pathname)?.has(decodeURIComponent(hash.slice(1))), `${pathname}${hash}`)
    }
    for (const path of new Set(links.map(({ pathname }) => pathname).filter((path) => !ids.has(path)))) {
      assert.strictEqual((await send("GET", path, anonymous)).status, 200, path)
    }
  })

  it("links texts and reasons to the rules that they name, each under its id", async () => {
    const { text: rules } = await pageOf("/rules")
    const { text: content } = await pageOf("/reasons")
    const ids = pages.flatMap((page) => page.rules.map(({ id }) => id))
    for (const id of ids) assert.include(rules, `<h3 id="${id}">`)
    for (const { reason } of reasons) assert.include(content, `id="reason-${reason}"`)
    assert.isNotEmpty(content.match(/href="rules#/g))
    for (const text of [rules, content]) assert.notInclude(text, "`")
    assert.include(rules, "<code>permissions</code>")
  })

  it("serves its assets under content-based names, cached permanently", async () => {
    const { text } = await pageOf("")
    const found = [...text.matchAll(/docs\/~asset\/[\w-]+\.(\w+)/g)]
    assert.sameMembers(
      found.map(([, extension]) => extension),
      ["css", "js", "svg"]
    )
    for (const [path] of found) {
      const { headers, status } = await send("GET", `/${path}`, anonymous)
      assert.deepStrictEqual([status, headers.get("cache-control")], [200, "public, max-age=31536000, immutable"])
    }
  })

  it("redirects other spellings to its usual address, below any mount path", async () => {
    for (const [path, location] of [
      ["/docs/", "../docs"],
      ["//docs", "../docs"],
      ["/docs//rules/", "../../../docs/rules"]
    ]) {
      const { headers, status } = await send("GET", path ?? "", anonymous)
      assert.deepStrictEqual([status, headers.get("location")], [308, location], path)
    }
    assert.strictEqual((await send("GET", "/docs/nothing", anonymous)).status, 404)
  })

  it("finds operations, schemas, reasons and rules", async () => {
    const find = async (
      query: string
    ): Promise<{ count: number; items: Array<{ title: string; path: string }>; matched: Array<string> }> =>
      JSON.parse((await send("GET", `/docs/~search.json?q=${encodeURIComponent(query)}`, anonymous)).text)
    const [entry] = areas.flatMap((area) => area.entries.map((each) => ({ ...each, area })))
    const { items } = await find(entry?.title ?? "")
    assert.strictEqual(items[0]?.path, `${entry?.area.name}#${entry?.anchor}`)
    assert.isTrue((await find("BrokenRule")).items.some(({ path }) => path === "schemas#schema-BrokenRule"))
    assert.isTrue((await find("request-absence")).items.some(({ path }) => path === "rules#request-absence"))
    assert.deepStrictEqual(await find("  "), { count: 0, items: [], matched: [] })
    assert.deepStrictEqual(await find("nothing-of-the-kind"), { count: 0, items: [], matched: ["nothing-of-the-kind"] })
    assert.isAtMost((await find("a")).items.length, 20)
    const { text } = await send("GET", "/docs/~search?q=%22%3E%3Cscript%3E", anonymous)
    assert.include(text, 'value="&quot;&gt;&lt;script&gt;"')
  })

  it("sends pages compressed, and compresses them once", async () => {
    const { handler } = Web.make()
    const ask = (headers: Record<string, string>) => handler(new Request("http://quire.test/docs", { headers }))
    const plain = await ask({ "accept-encoding": "br;q=0, gzip;q=0" })
    const zipped = await ask({ "accept-encoding": "gzip, br;q=0.5" })
    assert.strictEqual(plain.headers.get("content-encoding"), null)
    assert.strictEqual(zipped.headers.get("content-encoding"), "gzip")
    const text = await plain.text()
    const bytes = new Uint8Array(await zipped.arrayBuffer())
    assert.isBelow(bytes.length, text.length / 2)
    assert.strictEqual(gunzipSync(bytes).toString(), text)
    const etag = zipped.headers.get("etag") ?? ""
    assert.notStrictEqual(etag, plain.headers.get("etag"))
    const again = await ask({ "accept-encoding": "gzip", "if-none-match": `"other", W/${etag}` })
    assert.deepStrictEqual([again.status, await again.text(), again.headers.get("etag")], [304, "", etag])
    assert.strictEqual((await ask({ "if-none-match": etag })).status, 200)
    for (const answer of [plain, zipped, again]) {
      assert.strictEqual(answer.headers.get("vary"), "accept-encoding")
      assert.include(answer.headers.get("content-security-policy"), "style-src quire.test/docs/~asset/")
    }
  })
})

describe("an example of a request", () => {
  const schemas = document.components.schemas
  it("has only what the operation needs", () => {
    const lines = Reference.areasOf(document)
      .flatMap(({ entries }) => entries)
      .filter(({ operation }) => operation.operationId === "createThing")
      .map((entry) => RequestSample.curl(entry, schemas))
    assert.deepStrictEqual(lines, [
      [
        'curl -X POST "$QUIRE/v1/spaces/$SPACE_ID/things" \\',
        '  -H "Authorization: Bearer $TOKEN" \\',
        '  -H "Content-Type: application/json" \\',
        "  -d '{",
        '  "title": "title"',
        "}'"
      ].join("\n")
    ])
  })

  it("contains values that match the schema", () => {
    const show = (schema: object) => RequestSample.exampleOf(schema, schemas)
    assert.deepStrictEqual(
      show({
        type: "object",
        required: ["title", "spaceId", "kind", "count", "tags", "isOpen", "note", "url", "email", "domain"],
        properties: {
          title: { type: "string", minLength: 7 },
          spaceId: { type: "string", pattern: "^[A-Z_]+$" },
          domain: { type: "string", pattern: "^[a-z]+$", maxLength: 10 },
          kind: { enum: ["first", "second"] },
          count: { type: "integer", minimum: 3 },
          tags: { type: "array", items: { type: "string" } },
          isOpen: { type: "boolean" },
          note: { anyOf: [{ type: "null" }, { type: "string" }] },
          url: { type: "string" },
          email: { type: "string", format: "email" },
          unneeded: { type: "string" }
        }
      }),
      {
        title: "title--",
        spaceId: "SPACE_ID",
        domain: "domain",
        kind: "first",
        count: 3,
        tags: ["tag"],
        isOpen: true,
        note: "note",
        url: "https://example.com/",
        email: "ann@example.com"
      }
    )
  })
})

describe("the markup of the reference", () => {
  it("shows schemas as types", () => {
    const text = (schema: unknown) => SchemaView.type(schema).text
    assert.strictEqual(text({ $ref: "#/components/schemas/Space" }), '<a href="schemas#schema-Space">Space</a>')
    assert.strictEqual(text({ type: "array", items: { type: "string" } }), "string[]")
    assert.strictEqual(text({ anyOf: [{ type: "null" }, { enum: ["a", 1] }] }), "null | &quot;a&quot; | 1")
    assert.strictEqual(
      text({ type: "object", required: ["a"], properties: { a: { type: "number" }, b: {} } }),
      "{ a: number, b?: anything }"
    )
  })
})
