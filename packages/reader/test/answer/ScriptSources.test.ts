import { assert, describe, it } from "vitest"
import * as ScriptSources from "../../src/answer/ScriptSources.ts"

const of = (...policies: ReadonlyArray<string | undefined>) =>
  ScriptSources.connections(
    policies.map((policy) => ({
      script: "https://quire.test/x",
      cookies: false,
      ...(policy === undefined ? {} : { contentSecurityPolicy: policy })
    }))
  )

describe("the policy for connections of integration scripts (rule site-scripts-run)", () => {
  it("allows the https hosts that their policies name", () => {
    const policy = "script-src https://a.test;  Connect-Src  https://b.test https://*.c.test:8443/d/e.f_g~h-i/"
    assert.deepStrictEqual(of(undefined, policy, "connect-src https://b.test", "default-src https://e.test"), [
      "https://b.test",
      "https://*.c.test:8443/d/e.f_g~h-i/"
    ])
  })

  it.each([
    "*",
    "https:",
    "https://*",
    "https://*.test",
    "https://x",
    "http://x.test",
    "wss://x.test",
    "x.test",
    "data:",
    "'self'",
    "'unsafe-inline'",
    "https://x.test/a?b",
    "https://x.test/%3b",
    "https://user@x.test",
    "https://x.test:*"
  ])("rejects %s", (source) => {
    assert.deepStrictEqual(of(`connect-src ${source}`), [])
  })
})
