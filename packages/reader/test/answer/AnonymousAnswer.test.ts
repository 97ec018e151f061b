import { assert, describe, it } from "vitest"
import * as AnonymousAnswer from "../../src/answer/AnonymousAnswer.ts"

const sandbox = "sandbox allow-scripts allow-forms allow-popups"

describe("the header list of an endpoint answer (rule integration-endpoint-answer)", () => {
  it("includes only valid headers, so that none starts another one", () => {
    const given = [
      ["x-split", "a\r\nset-cookie: a=b"],
      ["x-a: b\r\nset-cookie", "a=b"],
      ["content-security-policy", "img-src 'none'\r\nx-b: c"],
      ["x-wide", "\u0100"],
      ["x-nothing", "\0"],
      ["", "nameless"],
      [" Set-Cookie", "a=b"],
      ["Set-Cookie", "a=b"],
      ["X-Kept", "one"],
      ["x-kept", "two\t\u00ff"]
    ] as const
    assert.deepStrictEqual(AnonymousAnswer.headersOf(given, null), {
      "x-kept": "one, two\t\u00ff",
      "content-security-policy": sandbox
    })
  })

  it("includes own properties with any name", () => {
    const passed = AnonymousAnswer.headersOf([["constructor", "own"]], "img-src 'none'")
    assert.deepStrictEqual(Object.entries(passed), [
      ["constructor", "own"],
      ["content-security-policy", `${sandbox}, img-src 'none'`]
    ])
  })

  it.each([
    "accept-ch",
    "alt-svc",
    "clear-site-data",
    "critical-ch",
    "content-length",
    "service-worker-allowed",
    "set-cookie",
    "set-login",
    "strict-transport-security",
    "transfer-encoding",
    "use-as-dictionary"
  ])("excludes %s, which affects more than the answer", (name) => {
    assert.deepStrictEqual(AnonymousAnswer.headersOf([[name.toUpperCase(), "1"]], null), {
      "content-security-policy": sandbox
    })
  })
})
