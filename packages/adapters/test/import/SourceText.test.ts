import { assert, describe, it } from "@effect/vitest"
import * as SourceText from "../../src/import/SourceText.ts"

const bytes = (...values: ReadonlyArray<number>) => new Uint8Array(values)
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
const utf8 = (text: string) => new TextEncoder().encode(text)

describe("a source text", () => {
  it("decodes as UTF-8, with or without a byte order mark", () => {
    assert.deepStrictEqual(SourceText.decode(utf8("é 😀")), { text: "é 😀", guessed: false })
    assert.deepStrictEqual(SourceText.decode(bytes(0xef, 0xbb, 0xbf, 0x61)), { text: "a", guessed: false })
    assert.deepStrictEqual(SourceText.decode(bytes()), { text: "", guessed: false })
  })

  it("decodes as Latin-1 with a warning when it is not UTF-8", () => {
    assert.deepStrictEqual(SourceText.decode(latin1("café")), { text: "café", guessed: true })
    assert.deepStrictEqual(SourceText.decode(bytes(0x61, 0xc3)), { text: "aÃ", guessed: true })
  })

  it("decodes with the encoding of its byte order mark, its server or the page", () => {
    assert.strictEqual(SourceText.decode(bytes(0xff, 0xfe, 0x61, 0, 0xe9, 0))?.text, "aé")
    assert.strictEqual(SourceText.decode(bytes(0xfe, 0xff, 0, 0x61))?.text, "a")
    const contentType = 'text/html; charset="windows-1252"'
    assert.deepStrictEqual(SourceText.decode(latin1("café"), { contentType }), { text: "café", guessed: false })
    assert.strictEqual(
      SourceText.decode(bytes(0x82, 0xa0), { contentType: "text/plain; charset=Shift_JIS" })?.text,
      "あ"
    )
    const page = latin1('<html><head><meta charset="iso-8859-1"><title>café')
    assert.deepStrictEqual(SourceText.decode(page, { isHtml: true })?.guessed, false)
    assert.deepStrictEqual(SourceText.decode(page)?.guessed, true)
    assert.strictEqual(SourceText.decode(utf8("é"), { contentType: "text/plain; charset=nonsense" })?.text, "é")
  })

  it("contains no NUL", () => {
    assert.isUndefined(SourceText.decode(bytes(0x50, 0x4b, 0, 1)))
    assert.isUndefined(SourceText.decode(utf8("a\u0000b")))
  })
})
