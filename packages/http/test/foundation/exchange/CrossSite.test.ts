import { assert, describe, it } from "@effect/vitest"
import { Headers } from "effect/http"
import { isForged } from "../../../src/foundation/exchange/CrossSite.ts"

const host = "docs.example"
const trusted = new Set(["https://app.example"])

interface Case {
  readonly headers: Readonly<Record<string, string>>
  readonly base?: string
  readonly isForged: boolean
}

const site = (value: string, origin?: string) => ({
  "sec-fetch-site": value,
  ...(origin === undefined ? {} : { origin })
})

const table: ReadonlyArray<Case> = [
  { headers: site("same-origin"), isForged: false },
  { headers: site("Same-Origin"), isForged: false },
  { headers: site("none"), isForged: false },
  { headers: site("same-site"), isForged: true },
  { headers: site("SAME-SITE"), isForged: true },
  { headers: site("cross-site"), isForged: true },
  { headers: site("Cross-Site"), isForged: true },
  { headers: site("what browsers say one day"), isForged: true },
  { headers: site(""), isForged: true },
  { headers: site("cross-site", "https://docs.example"), isForged: true },
  { headers: site("same-site", "https://other.example"), isForged: true },
  { headers: site("same-site", "https://app.example"), isForged: false },
  { headers: site("cross-site", "https://app.example"), isForged: false },
  { headers: { origin: "https://docs.example" }, isForged: false },
  { headers: { origin: "https://inner.example:8443", host: "inner.example:8443" }, isForged: false },
  { headers: { origin: "https://inner.example", host: "inner.example:8443" }, isForged: true },
  { headers: { origin: "http://docs.example" }, isForged: true },
  { headers: { origin: "http://docs.example" }, base: "http://docs.example", isForged: false },
  { headers: { origin: "http://inner.example", host: "inner.example" }, base: "http://docs.example", isForged: false },
  { headers: { origin: "http://inner.example", host: "inner.example" }, isForged: true },
  { headers: { origin: "https://docs.example.evil.example" }, isForged: true },
  { headers: { origin: "https://evil.example" }, isForged: true },
  { headers: { origin: "null" }, isForged: true },
  { headers: { origin: "" }, isForged: true },
  { headers: { origin: "https://app.example" }, isForged: false },
  { headers: { origin: "https://app.example.evil.example" }, isForged: true },
  { headers: { origin: "null", referer: "https://docs.example/page" }, isForged: true },
  { headers: { referer: "https://docs.example/page?x=1" }, isForged: false },
  { headers: { referer: "https://app.example/page" }, isForged: false },
  { headers: { referer: "https://evil.example/https://docs.example" }, isForged: true },
  { headers: { referer: "no address" }, isForged: true },
  { headers: {}, isForged: false }
]

describe("a cross-site change (rule identify-forgery)", () => {
  it.each(table.map((row) => [JSON.stringify([row.headers, row.base]), row] as const))(
    "follows the headers %s",
    (_, row) => {
      const { base = "https://docs.example/quire", headers } = row
      assert.strictEqual(
        isForged({ headers: Headers.fromInput({ host, ...headers }), originalUrl: "/v1/user" }, base, trusted),
        row.isForged
      )
    }
  )

  it("takes the host from the address when the header is missing", () => {
    const headers = Headers.fromInput({ origin: "https://inner.example" })
    const asked = { headers, originalUrl: "https://inner.example/v1/user" }
    assert.isFalse(isForged(asked, "https://docs.example", new Set()))
    assert.isTrue(isForged({ ...asked, originalUrl: "/v1/user" }, "https://docs.example", new Set()))
  })
})
