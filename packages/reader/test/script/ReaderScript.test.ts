import { createHash } from "node:crypto"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as ReaderScript from "../../src/script/ReaderScript.ts"
import * as ThemeScript from "../../src/script/ThemeScript.ts"

describe("the reader script", () => {
  it("has a small size", () => {
    assert.isBelow(gzipSync(ReaderScript.source, { level: 9 }).length, 6_000)
    assert.isBelow(ThemeScript.source.length, 120)
  })

  it("turns no text into markup", () => {
    const sinks =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc|setAttributeNS|\.style\b/
    assert.notMatch(ReaderScript.source, sinks)
  })

  it("runs under a policy with the hash of the script in the page", () => {
    const digest = createHash("sha256").update(ThemeScript.source).digest("base64")
    assert.strictEqual(ThemeScript.hash, `'sha256-${digest}'`)
    assert.strictEqual(ThemeScript.html.text, ThemeScript.source)
  })
})
