import { assert, describe, it } from "@effect/vitest"
import * as Words from "../../src/words/Words.ts"

const locales = ["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ar", "fa", "he"] as const

/** Words by where they stand. */
const flat = (words: object, within = ""): ReadonlyArray<readonly [string, string]> =>
  Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const name = within === "" ? key : `${within} ${key}`
    return typeof value === "object" && value !== null ? flat(value, name) : [[name, String(value)] as const]
  })

const holes = (text: string) => text.split("{}").length - 1

describe("the words of the reader", () => {
  it.each(locales)("covers every text of English with the same placeholders: %s", (locale) => {
    const own = flat(Words.of(locale))
    for (const [key, english] of flat(Words.of("en"))) {
      const text = new Map(own).get(key)
      assert.isString(text, key)
      assert.notStrictEqual(text?.trim(), "", key)
      assert.strictEqual(holes(text ?? ""), holes(english), key)
    }
    assert.strictEqual(Intl.DateTimeFormat.supportedLocalesOf(Words.of(locale).language).length, 1)
  })

  it.each(locales.filter((locale) => locale !== "en"))("differs from English: %s", (locale) => {
    const own = new Map(flat(Words.of(locale)))
    const same = flat(Words.of("en")).filter(([key, text]) => own.get(key) === text)
    assert.isBelow(same.length, 14, same.join())
  })

  it.each(locales)("names the page that a reader copies with the labels of the buttons: %s", (locale) => {
    const words = Words.of(locale)
    assert.include(words.copyMarkdown.toLowerCase(), words.copy.toLowerCase())
    assert.include(words.viewMarkdown, "Markdown")
  })

  it("inserts a value into a text unchanged", () => {
    assert.strictEqual(Words.fill("No results for “{}”", "$& {} $1"), "No results for “$& {} $1”")
  })
})
