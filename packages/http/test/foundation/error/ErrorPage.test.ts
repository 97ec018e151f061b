import { assert, describe, it } from "@effect/vitest"
import * as ErrorPage from "../../../src/foundation/error/ErrorPage.ts"
import { RateLimit } from "../../../src/foundation/exchange/RateLimit.ts"
import * as Web from "../../support/Web.ts"

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

const large = JSON.stringify({ title: "x".repeat(2_000_000) })

const failures: ReadonlyArray<readonly [status: number, method: string, path: string, sent: Web.Sent]> = [
  [400, "GET", "/nothing?x=%00", {}],
  [401, "GET", "/v1/who", { token: null }],
  [404, "GET", "/v1/nothing", {}],
  [404, "GET", "/docs/nothing", {}],
  [405, "GET", "/v1/sign-in", {}],
  [413, "POST", "/v1/spaces/s1/things", { body: large }],
  [415, "POST", "/v1/spaces/s1/things", { body: "a", headers: { "content-type": "text/plain" } }],
  [500, "GET", "/v1/broken", {}],
  [503, "GET", "/v1/die/outage", {}]
]

describe("an error response", () => {
  it.each(failures)(
    "shows a page to browsers and JSON to others for %i of %s %s (rule request-error-pages)",
    async (status, method, path, sent) => {
      const { send } = Web.make()
      const accepting = (accept: string) => send(method, path, { ...sent, headers: { ...sent.headers, accept } })
      const page = await accepting(browser)
      assert.deepStrictEqual([page.status, page.headers.get("content-type")], [status, "text/html; charset=utf-8"])
      assert.match(page.text, /^<!DOCTYPE html><html lang="en" dir="ltr"><head>.*<style>.*<h1>[^<]+<\/h1>/s)
      assert.notMatch(page.text, /(?:src|href)=|<script|<link|style=/)
      const policy = page.headers.get("content-security-policy") ?? ""
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none';/)
      assert.strictEqual(page.headers.get("vary"), "accept")
      for (const accept of ["*/*", "application/json", "application/json,text/html;q=0.9", "image/*,*/*;q=0.8"]) {
        const json = await accepting(accept)
        assert.deepStrictEqual([json.status, json.json.error.code], [status, status], accept)
        for (const name of ["allow", "retry-after", "www-authenticate", "cache-control", "referrer-policy"]) {
          assert.strictEqual(page.headers.get(name), json.headers.get(name), name)
        }
      }
      assert.strictEqual(page.text.includes(page.headers.get("x-request-id") ?? ""), status === 500)
    }
  )

  it("shows a page for an exhausted budget, with the remaining budget", async () => {
    const { send } = Web.make({ limits: RateLimit.layerMemory({ perMinute: 1 }) })
    const ask = () => send("GET", "/nothing", { token: null, headers: { accept: browser } })
    assert.strictEqual((await ask()).status, 404)
    const page = await ask()
    assert.strictEqual(page.status, 429)
    assert.include(page.text, "<h1>Too many requests</h1>")
    assert.deepStrictEqual(
      [page.headers.get("x-ratelimit-limit"), page.headers.get("x-ratelimit-remaining")],
      ["1", "0"]
    )
    assert.isNotNull(page.headers.get("retry-after"))
  })

  it("has no body for HEAD", async () => {
    const { headers, status, text } = await Web.make().send("HEAD", "/nothing", { headers: { accept: browser } })
    assert.deepStrictEqual([status, text, headers.get("content-type")], [404, "", "text/html; charset=utf-8"])
  })
})

describe("the check whether a client prefers HTML", () => {
  it.each([
    [browser, true],
    ["text/html", true],
    ["TEXT/HTML;charset=utf-8", true],
    ["application/xhtml+xml", true],
    ["application/json;q=0.5, text/html", true],
    ["text/html;q=0.9, application/json", false],
    ["*/*, text/html", false],
    ["text/html;q=0", false],
    ["text/html;q=x", false],
    ["text/plain, */*", false],
    ["", false],
    [undefined, false]
  ] as const)("follows the accept header %s", (accept, isFirst) => {
    assert.strictEqual(ErrorPage.acceptsHtml(accept), isFirst)
  })
})
