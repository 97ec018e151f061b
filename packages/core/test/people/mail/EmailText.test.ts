import { assert, describe, it } from "@effect/vitest"
import { Text } from "@quire/core"
import { EmailText } from "@quire/core/internal"
import * as fc from "fast-check"
import { anyText } from "./hostile.ts"

/** What some program or other makes a link of. */
const address = /\S[.\u3002\uff0e\uff61\u2024]\S|[:@/\\]\S/u

describe("a user-supplied name in an email", () => {
  it("becomes one short line without an address", () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const cleaned = EmailText.cleanName(text) ?? ""
        assert.notMatch(cleaned, address)
        assert.notMatch(cleaned, /[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\ufeff]/u)
        assert.isAtMost(Text.codePoints(cleaned), EmailText.limits.nameLength)
        assert.strictEqual(cleaned, cleaned.trim())
      })
    ))

  it("keeps a plain name unchanged", () => {
    for (const plain of ["Ann", "Ann-Marie O'Neil", "R&D: notes", "文档 平台", "Wer? Wir!", "Dr. Ö. Äß", "👩‍💻 Docs"]) {
      assert.strictEqual(EmailText.cleanName(plain), plain)
    }
  })

  it("keeps the words of an address but not a followable link", () => {
    const cases = [
      ["https://evil.test/x?y", "https evil test x?y"],
      ["Ann (ann@evil.test)", "Ann (ann evil test)"],
      ["www.evil.test", "www evil test"],
      ["evil。test", "evil test"],
      ["evil．test", "evil test"],
      ["evil\u200b.\u200btest", "evil test"],
      ["evil.\ufefftest", "evil test"],
      ["mailto:a", "mailto a"],
      ["\u202eevil.test", "evil test"],
      ["//evil", "evil"],
      ["evil http://", "evil http"],
      ["Acme Inc.", "Acme Inc"]
    ] as const
    for (const [text, cleaned] of cases) assert.strictEqual(EmailText.cleanName(text), cleaned)
  })

  it("limits the number of characters", () => {
    const { nameLength } = EmailText.limits
    assert.strictEqual(EmailText.cleanName("x".repeat(nameLength)), "x".repeat(nameLength))
    assert.strictEqual(EmailText.cleanName("x".repeat(nameLength + 1)), `${"x".repeat(nameLength - 1)}…`)
  })

  it("returns an empty text when the name has no letter or digit", () => {
    for (const text of ["", " ", "://", "@.@", "\u202e", "…"]) assert.isUndefined(EmailText.cleanName(text))
  })
})
