import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Cookies, HttpServerRequest } from "effect/http"
import * as BrowserCookies from "../../../src/foundation/exchange/BrowserCookies.ts"
import * as Exchange from "../../../src/foundation/exchange/Exchange.ts"
import * as OwnPage from "../../../src/foundation/exchange/OwnPage.ts"

const request = (headers: Readonly<Record<string, string>>) =>
  HttpServerRequest.fromWeb(new Request("https://docs.test/v1/user", { headers }))

const kept = (base: string) => {
  const exchange = new Exchange.Exchange({ id: "request", address: "", isMutating: false })
  const cookies = BrowserCookies.make(base)
  Effect.runSync(
    Effect.provideService(
      Effect.andThen(cookies.keep("session", "s3cr3tOfSession", 0), cookies.drop("began")),
      Exchange.current,
      Option.some(exchange)
    )
  )
  assert.isTrue(exchange.secrets.texts.has("s3cr3tOfSession"))
  return exchange.cookies.map(Cookies.serializeCookie)
}

describe("a cookie of the server", () => {
  it("applies to this host only, and is hidden from scripts (rule session-cookie)", () => {
    const rest = "Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly"
    assert.deepStrictEqual(kept("https://docs.test/quire"), [
      `__Host-quire-session=s3cr3tOfSession; ${rest}; Secure; SameSite=Lax`,
      `__Host-quire-began=; ${rest}; Secure; SameSite=Lax`
    ])
    assert.deepStrictEqual(kept("http://docs.test"), [
      `quire-session=s3cr3tOfSession; ${rest}; SameSite=Lax`,
      `quire-began=; ${rest}; SameSite=Lax`
    ])
  })

  it("takes its value from the whole name (rule session-cookie)", () => {
    const { read } = BrowserCookies.make("https://docs.test")
    const cases = [
      ["__Host-quire-session=abc", "abc"],
      ["a=b; __Host-quire-session=abc; c=d", "abc"],
      ["__Host-quire-session=abc; __Host-quire-session=abd", undefined],
      ["quire-session=abc", undefined],
      ["__host-quire-session=abc", undefined],
      ["__Host-quire-session=", undefined],
      ["__Host-quire-session=a-b", undefined],
      [`__Host-quire-session=${"a".repeat(101)}`, undefined],
      ["x__Host-quire-session=abc", undefined]
    ] as const
    for (const [cookie, value] of cases) assert.strictEqual(read(request({ cookie }), "session"), value, cookie)
  })
})

describe("the same-origin check", () => {
  it("follows the headers of the browser (rule session-forgery)", () => {
    const base = "https://docs.test"
    const changing = [
      [{ "sec-fetch-site": "same-origin" }, true],
      [{ "sec-fetch-site": "same-origin", origin: "https://other.name.of.this" }, true],
      [{ "sec-fetch-site": "same-site", origin: base }, false],
      [{ "sec-fetch-site": "cross-site", origin: base }, false],
      [{ "sec-fetch-site": "none" }, false],
      [{ "sec-fetch-site": "" }, false],
      [{ origin: base }, true],
      [{ origin: "null" }, false],
      [{ origin: "http://docs.test" }, false],
      [{ origin: "https://docs.test.evil.test" }, false],
      [{ origin: "https://docs.test:8443" }, false],
      [{ referer: `${base}/` }, false],
      [{}, false]
    ] as const
    for (const [headers, is] of changing) {
      assert.strictEqual(OwnPage.changes(request(headers), base), is, JSON.stringify(headers))
    }
    const page = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }
    const reading = [
      [{}, true],
      [{ "sec-fetch-site": "same-origin" }, true],
      [{ "sec-fetch-site": "none" }, true],
      [{ "sec-fetch-site": "cross-site", ...page }, true],
      [{ "sec-fetch-site": "same-site", ...page }, true],
      [{ "sec-fetch-site": "cross-site" }, false],
      [{ "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, false],
      [{ "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, false],
      [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, false]
    ] as const
    for (const [headers, is] of reading)
      assert.strictEqual(OwnPage.reads(request(headers)), is, JSON.stringify(headers))
  })
})
