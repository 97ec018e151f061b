import { assert, describe, it } from "@effect/vitest"
import { HttpServerRequest } from "effect/http"
import * as Hosts from "../../../src/foundation/exchange/Hosts.ts"

const requestTo = (headers: Record<string, string>) =>
  HttpServerRequest.fromWeb(new Request("http://web.test:8080/a", { headers }))

describe("the requested host (rule published-hostnames)", () => {
  it.each([
    ["docs.example.com", "docs.example.com"],
    [" Docs.Example.COM.:8080 ", "docs.example.com"],
    ["[::1]:80", "[::1]"],
    ["", ""]
  ])("resolves %s to %s", (given, name) => {
    assert.strictEqual(Hosts.normalize(given), name)
  })

  it("comes from the header, or else from the address", () => {
    assert.strictEqual(
      Hosts.nameOf(requestTo({ host: "Docs.test" }), () => true),
      "docs.test"
    )
    assert.strictEqual(
      Hosts.nameOf(requestTo({}), () => true),
      "web.test"
    )
  })

  it("comes from a trusted proxy", () => {
    const request = requestTo({ host: "inner.test", "x-forwarded-host": "docs.test:443, other.test" })
    assert.strictEqual(
      Hosts.nameOf(request, () => true),
      "docs.test"
    )
    assert.strictEqual(
      Hosts.nameOf(request, () => false),
      "inner.test"
    )
  })
})
