import { assert, describe, it } from "@effect/vitest"
import { HttpServerRequest } from "effect/http"
import * as OwnSources from "../../../src/foundation/exchange/OwnSources.ts"

const asked = (url: string, host?: string) =>
  HttpServerRequest.fromWeb(new Request(url, host === undefined ? {} : { headers: { host } }))

describe("the policy source for a path of the server", () => {
  it("covers the base URL and the requested host, with and without the path of the base URL", () => {
    const sources = OwnSources.make("https://acme.example/quire", "/docs/~asset/")
    assert.strictEqual(
      sources(asked("http://127.0.0.1:4100/docs")),
      "127.0.0.1:4100/docs/~asset/ 127.0.0.1:4100/quire/docs/~asset/ https://acme.example/quire/docs/~asset/"
    )
  })

  it("contains equal entries once", () => {
    const sources = OwnSources.make("http://quire.test", "/sign-in/script.js")
    assert.strictEqual(
      sources(asked("http://quire.test/sign-in")),
      "quire.test/sign-in/script.js http://quire.test/sign-in/script.js"
    )
  })

  it("omits a host that would change the meaning of the policy", () => {
    const sources = OwnSources.make("http://quire.test", "/a.js")
    for (const host of ["*", "a.test;script-src", "a.test 'unsafe-inline'", "", "a.test/", "[::1"]) {
      assert.strictEqual(sources(asked("http://quire.test/", host)), "http://quire.test/a.js", host)
    }
    assert.include(sources(asked("http://quire.test/", "[::1]:80")), "[::1]:80/a.js ")
  })
})
