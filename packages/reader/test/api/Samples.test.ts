import { execFileSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { DescriptionAdapter } from "@quire/adapters"
import { Effect } from "effect"
import * as Book from "../../src/api/Book.ts"
import * as SampleRequest from "../../src/api/SampleRequest.ts"
import { drawn, storable } from "../support/Hostile.ts"
import { pets, published } from "./description.ts"

const requestOf = (description: object, method: string, path: string) =>
  Effect.map(published(description), (spec) => {
    const book = Book.make(spec)
    const operation = book.operation(method, path, false)
    return operation === undefined ? assert.fail(path) : SampleRequest.of(operation, book)
  })

/** Words as a shell takes them, when `curl` is a command that prints what it is given. */
const wordsOf = (command: string): ReadonlyArray<string> =>
  execFileSync("bash", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1)

/** What a program of a browser asks for. */
const fetchedBy = (program: string): { readonly url: unknown; readonly given: unknown } => {
  const asked: Array<ReadonlyArray<unknown>> = []
  const run = new Function(
    "fetch",
    "console",
    "file",
    "FormData",
    "URLSearchParams",
    `return (async () => {${program}})()`
  )
  class Form {
    readonly fields: Array<ReadonlyArray<unknown>> = []
    append(...field: ReadonlyArray<unknown>) {
      this.fields.push(field)
    }
  }
  run((...given: ReadonlyArray<unknown>) => asked.push(given), {}, "FILE", Form, Map).catch(() => undefined)
  const [[url, given] = []] = asked
  return { url, given }
}

const post = (content: object, more: object = {}) => ({
  openapi: "3.0.0",
  info: { title: "x", version: "1" },
  paths: { "/a": { post: { requestBody: { content }, responses: {}, ...more } } }
})

describe("a request sample", () => {
  it.layer(DescriptionAdapter.layerHere, { excludeTestServices: true })((it) => {
    it.effect("has the server, the required parameters, the authentication, and a body from the schema", () =>
      Effect.gen(function* () {
        const added = yield* requestOf(pets, "post", "/pets")
        assert.deepStrictEqual(added, {
          method: "POST",
          url: "https://eu.pets.test/v1/pets",
          headers: [{ name: "Content-Type", value: "application/json" }],
          body: {
            kind: "json",
            value: {
              name: "text",
              kind: "cat",
              children: [],
              owner: { name: "text", since: "text" },
              labels: { key: "text" }
            }
          }
        })
        const picture = yield* requestOf(pets, "put", "/pets/{id}/picture")
        assert.strictEqual(picture.url, "https://eu.pets.test/v1/pets/1/picture")
        assert.deepStrictEqual(picture.headers, [{ name: "Authorization", value: "Bearer YOUR_TOKEN" }])
        assert.deepStrictEqual(wordsOf(SampleRequest.printCurl(picture)), [
          "https://eu.pets.test/v1/pets/1/picture",
          "--request",
          "PUT",
          "--header",
          "Authorization: Bearer YOUR_TOKEN",
          "--form-string",
          "title=text",
          "--form",
          "file=@file"
        ])
      })
    )

    it.effect("has the path of a relative server, and never another scheme", () =>
      Effect.gen(function* () {
        const urlOf = (url: string) =>
          Effect.map(requestOf({ ...post({}), servers: [{ url }] }, "post", "/a"), (request) => request.url)
        assert.strictEqual(yield* urlOf("/v1/"), "/v1/a")
        assert.strictEqual(yield* urlOf("//api.example.com"), "https://api.example.com/a")
        assert.strictEqual(yield* urlOf("http://api.example.com"), "http://api.example.com/a")
        for (const url of ["file:///etc/passwd", "javascript:alert(1)", "-o/tmp/x"]) {
          assert.match(yield* urlOf(url), /^\/(?!\/)/, url)
        }
      })
    )

    it.effect("has form fields for form bodies", () =>
      Effect.gen(function* () {
        const schema = { type: "object", properties: { "a=b@c": { type: "string", example: "@/etc/passwd" } } }
        const request = yield* requestOf(post({ "application/x-www-form-urlencoded": { schema } }), "post", "/a")
        assert.include(wordsOf(SampleRequest.printCurl(request)), "a%3Db%40c=@/etc/passwd")
        assert.include(SampleRequest.printRequests(request), '("a=b@c", "@/etc/passwd")')
        assert.include(SampleRequest.printFetch(request), '["a=b@c", "@/etc/passwd"]')
      })
    )

    it.effect.each(drawn)("shows %j as text in each language", (text) =>
      Effect.sync(() => {
        const well = text.toWellFormed().replaceAll("\u0000", "")
        assert.deepStrictEqual(wordsOf(`curl ${SampleRequest.quoteShell(well)}`), [well])
        const { url } = fetchedBy(`fetch(${SampleRequest.quoteScript(text)})`)
        assert.strictEqual(url, text)
        // What JSON says in ASCII, Python reads alike.
        assert.strictEqual(JSON.parse(SampleRequest.quotePython(text)), text)
      })
    )

    it.effect.each(storable)("uses %j only as a value of a request", (text) =>
      Effect.gen(function* () {
        const parameters = ["query", "header", "cookie"].map((place) => ({
          name: text === "" ? "x" : text,
          in: place,
          required: true,
          example: text
        }))
        const content = { "application/json": { example: { [text]: text, list: [text] } } }
        const request = yield* requestOf(post(content, { parameters }), "post", "/a")
        for (const { name, value } of request.headers) {
          assert.match(name, /^[!#$%&'*+.^_`|~\w-]+$/)
          assert.notMatch(value, /[\r\n]/)
        }
        const words = wordsOf(SampleRequest.printCurl(request))
        assert.isTrue(words[0]?.startsWith("/a?"))
        const body = words[words.indexOf("--data-raw") + 1] ?? ""
        assert.deepStrictEqual(JSON.parse(body), { [text]: text, list: [text] })
        const { given, url } = fetchedBy(SampleRequest.printFetch(request))
        assert.strictEqual(url, request.url)
        assert.deepStrictEqual(JSON.parse(JSON.parse(JSON.stringify(given)).body), JSON.parse(body))
      })
    )
  })
})
