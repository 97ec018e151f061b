import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import * as AllowList from "../../src/fetch/AllowList.ts"

const allows = (entry: string, url: string) => Result.getOrThrow(AllowList.fromEntries([entry])).allows(new URL(url))

it("compares hosts in canonical form, and ports by the default of the scheme", () => {
  assert.isTrue(allows("docs.internal", "https://docs.internal:9443/x"))
  assert.isTrue(allows("docs.internal:443", "https://docs.internal/"))
  assert.isTrue(allows("docs.internal:80", "http://docs.internal/"))
  assert.isTrue(allows("docs.internal:080", "http://docs.internal/"))
  assert.isTrue(allows("[0:0::1]:8080", "http://[::1]:8080/"))
  assert.isTrue(allows("bücher.test", "http://xn--bcher-kva.test/"))
  assert.isFalse(allows("docs.internal:443", "http://docs.internal/"))
  assert.isFalse(allows("docs.internal", "http://a.docs.internal/"))
  assert.isFalse(allows("docs.internal", "http://docs.internal./"))
  assert.isFalse(allows("docs.internal", "http://docs.internal.test/"))
})

it("rejects an invalid allow-list entry at startup", () => {
  for (const entry of [
    "",
    " ",
    "http://a",
    "a/b",
    "a:b",
    "a:0",
    "a:65536",
    "a:1:2",
    "::1",
    "[::1",
    "*",
    "a b",
    "u@a",
    "a?b"
  ]) {
    assert.isTrue(Result.isFailure(AllowList.fromEntries(["good", entry])), entry)
  }
})
