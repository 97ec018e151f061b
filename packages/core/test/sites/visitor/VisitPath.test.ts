import { assert, describe, it } from "@effect/vitest"
import { VisitPath } from "@quire/core/internal"

const kept: ReadonlyArray<readonly [string, string]> = [
  ["/", ""],
  ["/guide/install", "guide/install"],
  ["/guide//install", "guide//install"],
  ["/caf%C3%A9/~x.y", "caf%C3%A9/~x.y"],
  ["/a/../b", "b"],
  ["/https://evil.test", "https://evil.test"]
]

/** Each would lead elsewhere, or might in a browser. */
const hostile = [
  "",
  "https://evil.test",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "evil.test",
  "@evil.test",
  ":80/",
  "javascript:alert(1)",
  "/..",
  "/../",
  "/../../evil",
  "/%2e%2e/evil",
  "/%2E./evil",
  "/a/../../evil",
  "/x?jwt_token=stolen",
  "/x#jwt_token=stolen",
  "/\t/evil.test",
  "/\r\nlocation: https://evil.test",
  "/a b",
  "/еvil",
  "/\u0000"
]

describe("the path that a visitor requested (rule visitor-provider-lands)", () => {
  it.each(kept)("keeps %s", (location, path) => assert.strictEqual(VisitPath.read(location), path))

  it.each(hostile)("replaces %j with the front page", (location) => assert.strictEqual(VisitPath.read(location), ""))

  it("has a limited length", () => {
    const of = (length: number) => "/".padEnd(length, "a")
    const { length } = VisitPath.limits
    assert.strictEqual(VisitPath.read(of(length)), of(length).slice(1))
    assert.strictEqual(VisitPath.read(of(length + 1)), "")
  })
})
