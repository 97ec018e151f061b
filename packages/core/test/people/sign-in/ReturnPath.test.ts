import { assert, describe, it } from "@effect/vitest"
import { ReturnPath } from "@quire/core"
import * as fc from "fast-check"

const base = "https://docs.example.com"

describe("the return path after sign-in", () => {
  it("accepts a path of this server (rule return-path)", () => {
    for (const path of ["/", "/v1/user", "/sites/acme/guide/install?x=1&y=%C3%A9", "/app/s/a1~/~changes/2"]) {
      assert.strictEqual(ReturnPath.read(path, base), path)
    }
    assert.strictEqual(ReturnPath.read(`/${"x".repeat(499)}`, base).length, 500)
    assert.strictEqual(ReturnPath.read(`/${"x".repeat(500)}`, base), "")
  })

  it("accepts a path below the path of the base URL", () => {
    const mounted = "https://example.com/quire"
    assert.strictEqual(ReturnPath.read("/quire/v1/user", mounted), "/v1/user")
    for (const path of ["/v1/user", "/quire", "/quirevil/x", "/quire/../x", "/quire/sign-in?code=x"]) {
      assert.strictEqual(ReturnPath.read(path, mounted), "", path)
    }
  })

  it.each([
    "",
    "v1/user",
    "/sign-in",
    "/sign-in?code=x",
    "/sign-in/x",
    "/SIGN-IN",
    "/sign-out",
    "/v1/sign-in",
    "/v1/saml/x/start",
    "/v1/oidc/x/start",
    "/a#b",
    "/é",
    "/a b",
    "/a\\b",
    "/a//b",
    "/a?b=//c",
    "/a/./b",
    "/a/../b",
    "/%2e%2e/b",
    "/a%2fb",
    "/a%5Cb",
    "/a%00",
    "/a%0d%0ab",
    "/%",
    "/%zz"
  ])("rejects %j", (given) => assert.strictEqual(ReturnPath.read(given, base), ""))

  it("stays on this server for any requested path", () => {
    const part = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "@",
      ":",
      "?",
      "#",
      "%",
      "2f",
      "5c",
      "evil.test",
      "https:",
      "a",
      "\t",
      "\n",
      " "
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const read = ReturnPath.read(parts.join(""), base)
        assert.strictEqual(new URL(`${base}${read}`).origin, base)
        assert.isTrue(read === "" || (read.startsWith("/") && !read.startsWith("//")))
        assert.strictEqual(new URL(read === "" ? "/" : read, base).origin, base)
      })
    )
  })
})
