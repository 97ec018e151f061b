import { assert, describe, it } from "@effect/vitest"
import * as SourceText from "../../src/import/SourceText.ts"

const bytes = (...values: ReadonlyArray<number>) => new Uint8Array(values)
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
const utf8 = (text: string) => new TextEncoder().encode(text)

describe("a source text", () => {
  it("decodes as UTF-8, with or without a byte order mark", () => {
    assert.deepStrictEqual(SourceText.decode(utf8("é 😀")), { text: "é 😀", guessed: undefined })
    assert.deepStrictEqual(SourceText.decode(bytes(0xef, 0xbb, 0xbf, 0x61)), { text: "a", guessed: undefined })
    assert.deepStrictEqual(SourceText.decode(bytes()), { text: "", guessed: undefined })
  })

  it("decodes as Windows-1252 with a warning when it is not UTF-8", () => {
    const guessed = "windows-1252"
    assert.deepStrictEqual(SourceText.decode(latin1("café")), { text: "café", guessed })
    assert.deepStrictEqual(SourceText.decode(bytes(0x61, 0xc3)), { text: "aÃ", guessed })
    assert.deepStrictEqual(SourceText.decode(bytes(0x93, 0x78, 0x94, 0x20, 0x80)), { text: "“x” €", guessed })
  })

  it("never contains the control characters of Latin-1", () => {
    for (const label of ["windows-1252", "cp1252", "iso-8859-1", "latin1", "us-ascii", "ISO8859-1"]) {
      const contentType = `text/html; charset=${label}`
      assert.strictEqual(SourceText.decode(bytes(0x93, 0x78, 0x94, 0x20, 0x80, 0x81), { contentType })?.text, "“x” €")
    }
    assert.strictEqual(SourceText.decode(utf8("\u0093x\u0094 \u0085"))?.text, "“x” …")
  })

  const samples: ReadonlyArray<readonly [encoding: string, hex: string, text: string]> = [
    [
      "Shift_JIS",
      "82b182cc834b8343836882c582cd8141835c8374836783458346834182f08343839383588367815b838b82b782e995fb964082f090e096be82b582dc82b78142",
      "このガイドでは、ソフトウェアをインストールする方法を説明します。"
    ],
    [
      "GB18030",
      "b1becec4bde9c9dcc8e7bace b0b2d7b0c8edbcfea1a3 cad7cfc8c7ebbcecb2e9cfb5cdb3d2aac7f3a1a3",
      "本文介绍如何安装软件。首先请检查系统要求。"
    ],
    [
      "EUC-KR",
      "c0cc20b9aebcadb4c220bcd2c7c1c6aebffebeeeb8a620bcb3c4a1c7cfb4c220b9e6b9fdc0bb20bcb3b8edc7d5b4cfb4d92e",
      "이 문서는 소프트웨어를 설치하는 방법을 설명합니다."
    ],
    [
      "windows-1251",
      "d3f1f2e0edeee2eae020eff0eee3f0e0ececfb20e820ede0f1f2f0eee9eae0",
      "Установка программы и настройка"
    ]
  ]
  for (const [encoding, hex, text] of samples) {
    it(`decodes as ${encoding} if it resembles that (rule import-encodings)`, () => {
      const found = SourceText.decode(Buffer.from(hex.replaceAll(" ", ""), "hex"))
      assert.deepStrictEqual(found, { text, guessed: encoding })
    })
  }

  it("decodes UTF-16 without a byte order mark", () => {
    const text = "# Title\n\nText – “x”"
    const little = Buffer.from(text, "utf16le")
    assert.deepStrictEqual(SourceText.decode(little), { text, guessed: "utf-16le" })
    assert.deepStrictEqual(SourceText.decode(Buffer.from(little).swap16()), { text, guessed: "utf-16be" })
  })

  it("decodes with the encoding of its byte order mark, its server or the page", () => {
    assert.strictEqual(SourceText.decode(bytes(0xff, 0xfe, 0x61, 0, 0xe9, 0))?.text, "aé")
    assert.strictEqual(SourceText.decode(bytes(0xfe, 0xff, 0, 0x61))?.text, "a")
    const contentType = 'text/html; charset="windows-1252"'
    assert.deepStrictEqual(SourceText.decode(latin1("café"), { contentType }), { text: "café", guessed: undefined })
    assert.strictEqual(
      SourceText.decode(bytes(0x82, 0xa0), { contentType: "text/plain; charset=Shift_JIS" })?.text,
      "あ"
    )
    const page = latin1('<html><head><meta charset="iso-8859-1"><title>café')
    assert.deepStrictEqual(SourceText.decode(page, { isHtml: true })?.guessed, undefined)
    assert.deepStrictEqual(SourceText.decode(page)?.guessed, "windows-1252")
    assert.strictEqual(SourceText.decode(utf8("é"), { contentType: "text/plain; charset=nonsense" })?.text, "é")
  })

  it("contains no NUL", () => {
    assert.isUndefined(SourceText.decode(bytes(0x50, 0x4b, 0, 1)))
    assert.isUndefined(SourceText.decode(utf8("a\u0000b")))
  })
})
