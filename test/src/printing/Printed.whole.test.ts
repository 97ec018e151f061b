import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { assert, layer } from "@effect/vitest"
import { type Block, type Book, ContentRef, Document, Inline } from "@quire/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { memory } from "../support/engine.ts"
import { withoutBlanks } from "../support/pdf.ts"
import { assertSame, bookOf, bookWith, page, print } from "./books.ts"
import { expectedText, grid } from "./expected.ts"

const guide = new URL("../../../docs/site", import.meta.url).pathname

const filesOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), new Uint8Array(readFileSync(path))])
  )

layer(memory, { excludeTestServices: true })("the PDF of a book", (it) => {
  it.effect("contains the text of the guide's pages, in order (rule pdf-text)", () =>
    Effect.gen(function* () {
      const book = yield* bookOf("Guide", filesOf(guide))
      const { read } = yield* print(book)
      assert.isAbove(book.pages.length, 20)
      assertSame(read.body, expectedText(book))
      assert.includeMembers(
        read.bookmarks.map(([title]) => withoutBlanks(title)),
        book.pages.map(({ title }) => withoutBlanks(title))
      )
    })
  )

  it.effect("contains hostile texts literally, with the same bytes each time (rules pdf-text and pdf-same)", () =>
    Effect.gen(function* () {
      const texts = [
        '#panic("no") #let x = 1 $x^2$ *bold* _it_ @ref <label> = Heading `raw` \\u{41} // comment /* more */',
        '#read("/etc/passwd") #image("/etc/passwd") #import "@preview/cetz:0.2.0" [content] {code}',
        "\"); #panic() \\ \\\\ ''' ``` {{y}} %PDF-1.4 endobj (paren) <</Type/Catalog>>",
        '-- --- ... ~ - + 1. "quotes" it\'s http://example.com/a?b#c '.repeat(3),
        "a".repeat(500),
        "x/y-".repeat(200)
      ]
      const nasty = bookWith(texts.map((text, index) => page(String(index), text, { title: text.slice(0, 60) })))
      const [first, second] = [yield* print(nasty), yield* print(nasty)]
      assertSame(first.read.body, expectedText(nasty))
      assert.isTrue(Buffer.from(first.bytes).equals(second.bytes))
    })
  )

  it.effect("contains text in any characters (rule pdf-text)", () =>
    Effect.gen(function* () {
      const letters = fc.string({
        unit: fc.constantFrom(...Array.from("#$*_@<>=\\/-+~.,:;'\"()[]{}&%^|!? \nabzÀßЖλ中語가🎉0189`")),
        minLength: 1,
        maxLength: 120
      })
      const written = fc.sample(letters, { numRuns: 200, seed: 42 }).filter((text) => withoutBlanks(text) !== "")
      const any = bookWith(written.map((text, index) => page(String(index), text)))
      const { read } = yield* print(any)
      assertSame(read.body, expectedText(any))
    })
  )

  it.effect("links to its pages, and to addresses of content elsewhere (rule pdf-links)", () =>
    Effect.gen(function* () {
      const to = (ref: ContentRef.ContentRef, text: string) => Inline.link(ref, [Inline.text(text)])
      const inside = { kind: "page", page: "2" } as const
      const outside = { kind: "page", page: "9", space: "other" } as const
      const nodes = [
        to(inside, "in"),
        to(outside, "out"),
        to({ kind: "url", url: "https://example.com/x" }, "web"),
        to({ kind: "url", url: "relative" }, "nowhere")
      ]
      const document = Document.make([{ object: "block", type: "paragraph", nodes }])
      const targets: Book.BookTargets = {
        [ContentRef.toUrl(inside)]: { kind: "page", page: "2", title: "Two" },
        [ContentRef.toUrl(outside)]: { kind: "web", url: "https://app.test/s/other/p/9", title: "https://app.test" }
      }
      const { read } = yield* print(bookWith([{ ...page("1", ""), document }, page("2", "two")], targets))
      assert.deepStrictEqual([...read.urls].sort(), ["https://app.test/s/other/p/9", "https://example.com/x"])
      assert.strictEqual(read.jumps, 1)
    })
  )

  it.effect("allows the same heading on several pages, and twice on one (rule pdf-pages)", () =>
    Effect.gen(function* () {
      const heading: Block.Heading = {
        object: "block",
        type: "heading-1",
        data: { id: "same" },
        nodes: [Inline.text("Same")]
      }
      const link = Inline.link({ kind: "anchor", anchor: "same" }, [Inline.text("to it")])
      const text: Block.Paragraph = { object: "block", type: "paragraph", nodes: [link] }
      const document = Document.make([heading, text, heading])
      const twice = bookWith(["1", "2"].map((id) => ({ ...page(id, ""), document })))
      const { read } = yield* print(twice)
      assertSame(read.body, expectedText(twice))
      assert.strictEqual(read.jumps, 2)
    })
  )

  it.effect("keeps rows, hints and quotations on one sheet if they fit (rule pdf-sheets)", () =>
    Effect.gen(function* () {
      const words = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}.${at}`).join(" ")
      const text = (words: string): Block.Paragraph => ({
        object: "block",
        type: "paragraph",
        nodes: [Inline.text(words)]
      })
      const table = (rows: number, count: number) =>
        grid(Array.from({ length: rows }, (_, at) => ["a", "b", "c"].map((name) => words(`${name}${at}`, count))))
      const hint = (name: string): Block.Hint => ({
        object: "block",
        type: "hint",
        data: { style: "info" },
        nodes: [text(words(name, 60))]
      })
      const hints = Array.from({ length: 40 }, (_, at) => hint(`hint${at}`))
      const whole = bookWith([{ ...page("1", ""), document: Document.make([table(30, 25), ...hints]) }])
      const { read } = yield* print(whole)
      assertSame(read.body, expectedText(whole))
      assert.isAbove(read.sheets, 10)
      for (let at = 0; at < 30; at++) {
        assert.isTrue(
          read.texts.some((each) =>
            ["a", "b", "c"].every((name) => each.includes(withoutBlanks(words(`${name}${at}`, 25))))
          )
        )
      }
      for (let at = 0; at < 40; at++) {
        assert.isTrue(read.texts.some((each) => each.includes(withoutBlanks(words(`hint${at}`, 60)))))
      }
      const long = bookWith([{ ...page("1", ""), document: Document.make([grid([[words("long", 3_000)]])]) }])
      const torn = yield* print(long)
      assertSame(torn.read.body, expectedText(long))
      assert.isAbove(torn.read.sheets, 3)
    })
  )

  it.effect("contains blocks at the maximum depth of documents (rule pdf-bounded)", () =>
    Effect.gen(function* () {
      const deep = (depth: number): Block.Blockquote => ({
        object: "block",
        type: "blockquote",
        nodes:
          depth === 0
            ? [{ object: "block", type: "paragraph", nodes: [Inline.text("deepest")] }]
            : [{ object: "block", type: "paragraph", nodes: [Inline.text(`level ${depth}`)] }, deep(depth - 1)]
      })
      const nested = bookWith([{ ...page("1", ""), document: Document.make([deep(61)]) }])
      const { read } = yield* print(nested)
      assertSame(read.body, expectedText(nested))
    })
  )

  it.effect("uses fonts for the scripts of many languages (rule pdf-fonts)", () =>
    Effect.gen(function* () {
      const words = ["日本語のテキスト", "中文内容", "한국어 문장", "Кириллица", "Ελληνικά", "🇫🇷🎉"]
      const many = bookWith(words.map((text, index) => page(String(index), text)))
      const { read, warnings } = yield* print(many)
      assertSame(read.body, expectedText(many))
      assert.deepStrictEqual(warnings, [])
      const right = yield* print(bookWith([page("1", "مرحبا"), page("2", "שלום")]))
      for (const letter of "مرحباשלום") assert.include(right.read.body.normalize("NFKC"), letter)
    })
  )

  it.effect("name each script whose letters no font has (rule pdf-fonts)", () =>
    Effect.gen(function* () {
      const texts = ["English", "தமிழ் மொழி", "বাংলা", "ᠮᠣᠩᠭᠣᠯ", "𝄞"]
      const { warnings } = yield* print(bookWith(texts.map((text, index) => page(String(index), text))))
      assert.deepStrictEqual(
        warnings,
        ["Tamil", "Bengali", "Mongolian", "U+1D11E"].map(
          (name) => `no font contains the letters of ${name}: they are printed as boxes`
        )
      )
      const drawn = ["Հայերեն", "हिन्दी", "ქართული", "English"]
      assert.deepStrictEqual(
        (yield* print(bookWith(drawn.map((text, index) => page(String(index), text))))).warnings,
        []
      )
    })
  )
})
