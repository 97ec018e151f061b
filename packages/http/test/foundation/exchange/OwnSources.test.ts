import { assert, describe, it } from "@effect/vitest"
import { HttpServerRequest } from "effect/http"
import * as OwnSources from "../../../src/foundation/exchange/OwnSources.ts"

const asked = (url: string, host?: string) =>
  HttpServerRequest.fromWeb(new Request(url, host === undefined ? {} : { headers: { host } }))

describe("a path of the server, for a policy,", () => {
  it("is named at the base URL and on the host that was asked, below the path of the base URL and without", () => {
    const sources = OwnSources.make("https://acme.example/quire", "/docs/~asset/")
    assert.strictEqual(
      sources(asked("http://127.0.0.1:4100/docs")),
      "127.0.0.1:4100/docs/~asset/ 127.0.0.1:4100/quire/docs/~asset/ https://acme.example/quire/docs/~asset/"
    )
  })

  it("is named once where all of them are one", () => {
    const sources = OwnSources.make("http://quire.test", "/sign-in/script.js")
    assert.strictEqual(
      sources(asked("http://quire.test/sign-in")),
      "quire.test/sign-in/script.js http://quire.test/sign-in/script.js"
    )
  })

  it("is not named on a host that would say something else in a policy", () => {
    const sources = OwnSources.make("http://quire.test", "/a.js")
    for (const host of ["*", "a.test;script-src", "a.test 'unsafe-inline'", "", "a.test/", "[::1"]) {
      assert.strictEqual(sources(asked("http://quire.test/", host)), "http://quire.test/a.js", host)
    }
    assert.include(sources(asked("http://quire.test/", "[::1]:80")), "[::1]:80/a.js ")
  })
})
