import { assert, describe, it } from "@effect/vitest"
import { UrlPattern } from "@quire/core/internal"

const matches = (pattern: string, url: string): boolean => {
  const matched = UrlPattern.matchedOf(url)
  return matched !== undefined && UrlPattern.matches(pattern, matched)
}

const cases: ReadonlyArray<readonly [pattern: string, url: string, expected: boolean]> = [
  ["https://sketch.test/**", "https://sketch.test/a/b?c#d", true],
  ["https://sketch.test/*", "https://sketch.test/a/b", true],
  ["https://sketch.test/a", "https://sketch.test/a", true],
  ["https://sketch.test/a", "https://sketch.test/ab", false],
  ["https://sketch.test", "https://sketch.test/", true],
  ["https://sketch.test", "https://sketch.test/a", false],
  ["https://*.sketch.test/**", "https://a.b.sketch.test/c", true],
  ["https://*.sketch.test/**", "https://sketch.test/c", false],
  ["https://*.sketch.test/**", "https://evil.test/x.sketch.test/", false],
  ["https://SKETCH.test/a*z", "https://sketch.TEST/abcz", true],
  ["https://sketch.test/a*b*c", "https://sketch.test/axbxc", true],
  ["https://sketch.test/a*b*c", "https://sketch.test/axcxb", false],
  ["https://sketch.test/ab*ba", "https://sketch.test/aba", false],
  ["https://sketch.test/**", "http://sketch.test/a", false],
  ["https://sketch.test:8443/**", "https://sketch.test:8443/a", true],
  ["https://sketch.test/**", "https://sketch.test:8443/a", false],
  ["https://sketch.test/**", "https://me@sketch.test/a", false],
  ["https://**", "https://sketch.test/", true],
  ["https://sketch.test/**", "mailto:a@sketch.test", false],
  ["https://sketch.test/**", "nothing", false]
]

describe("a URL pattern", () => {
  it.each(cases)("matches %s for %s: %s (rule page-block-unfurled)", (pattern, url, expected) => {
    assert.strictEqual(matches(pattern, url), expected)
  })

  it("takes time linear in its length and the address, however many stars it has", () => {
    const pattern = `https://sketch.test/${"a*".repeat(1000)}b`
    assert.isFalse(matches(pattern, `https://sketch.test/${"a".repeat(2000)}c`))
    assert.isTrue(matches(pattern, `https://sketch.test/${"a".repeat(2000)}b`))
  })
})
