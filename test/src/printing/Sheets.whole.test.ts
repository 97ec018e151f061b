import { assert, layer } from "@effect/vitest"
import { type Block, ContentRef, Document, Inline } from "@quire/core"
import { Effect } from "effect"
import { memory } from "../support/engine.ts"
import { type Box, copyPdf, type TextBox, withoutBlanks } from "../support/pdf.ts"
import { bookWith, page, print } from "./books.ts"
import { grid } from "./expected.ts"

const overlap = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
  Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > 0.5

/** A GIF of one pixel. */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")

const overlapsOf = (boxes: ReadonlyArray<TextBox>): ReadonlyArray<string> =>
  boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => (overlap(one, other) ? [`${one.text} | ${other.text}`] : []))
  )

/** A table of three rows whose cells all have the same blocks. */
const tableOf = (columns: number, nodes: ReadonlyArray<Block.TopLevel>): Block.TableBlock => {
  const texts = grid(Array.from({ length: 3 }, () => Array.from({ length: columns }, () => "")))
  return {
    ...texts,
    fragments: texts.fragments.map((fragment) => ({ ...fragment, nodes }))
  }
}

const paragraphOf = (nodes: ReadonlyArray<Block.InlineNode>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  nodes
})

const table = (columns: number, nodes: ReadonlyArray<Block.InlineNode>) => tableOf(columns, [paragraphOf(nodes)])

const cells: { readonly [name: string]: ReadonlyArray<Block.InlineNode> } = {
  words: [Inline.text("value_of_setting_10")],
  "bold words": [Inline.text("MAXIMUM_WIDTH_OF_WINDOWS", [{ object: "mark", type: "bold" }])],
  code: [Inline.text("configuration.maximumRetries", [{ object: "mark", type: "code" }])],
  links: [Inline.link({ kind: "url", url: "https://example.com" }, [Inline.text("https://example.com/path/to?a=b")])],
  numbers: [Inline.text("12345678901234567890")],
  Thai: [Inline.text("การติดตั้งเซิร์ฟเวอร์เป็นครั้งแรก")],
  Japanese: [Inline.text("サーバーを初めて設定する方法")],
  German: [Inline.text("Donaudampfschifffahrtsgesellschaft")]
}

layer(memory, { excludeTestServices: true })("sheets in the PDF of a book", (it) => {
  for (const [name, nodes] of Object.entries(cells)) {
    it.effect(`contains tables of up to 20 columns of ${name} without overlapping texts (rule pdf-fits)`, () =>
      Effect.gen(function* () {
        const pages = [2, 4, 8, 12, 20].map((columns) =>
          page(String(columns), "", { document: Document.make([table(columns, nodes)]) })
        )
        const { read } = yield* print(bookWith(pages))
        assert.deepStrictEqual(read.boxes.flatMap(overlapsOf), [])
        assert.deepStrictEqual(
          read.boxes.flat().filter(({ right }) => right > 842 - 60),
          []
        )
      })
    )
  }

  const ref = { kind: "file", file: "logo" } as const
  const inLine: Inline.InlineImage = { object: "inline", type: "inline-image", isVoid: true, data: { ref } }
  const images: Block.Images = {
    object: "block",
    type: "images",
    data: {},
    nodes: [{ object: "block", type: "image", isVoid: true, data: { ref }, fragments: [] }]
  }
  const pictured: ReadonlyArray<readonly [name: string, cell: ReadonlyArray<Block.TopLevel>]> = [
    ["lines", [paragraphOf([Inline.text("before"), inLine, Inline.text("after")])]],
    ["blocks", [paragraphOf([Inline.text("before")]), images]]
  ]
  it.effect.each(pictured)("hold images of %s in cells of tables within their cells (rule pdf-fits)", ([, cell]) =>
    Effect.gen(function* () {
      const dimensions = { width: 2_000, height: 2_000 }
      const logo = { kind: "file", title: "Logo", contentType: "image/gif", size: 1, blob: "b", dimensions } as const
      const columns = [2, 4, 8]
      const pages = columns.map((count) => page(String(count), "", { document: Document.make([tableOf(count, cell)]) }))
      const book = bookWith(pages, { [ContentRef.toUrl(ref)]: logo })
      const { read } = yield* print(book, new Map([["b", pixel]]))
      assert.lengthOf(
        read.images.flat(),
        columns.reduce((sum, count) => sum + 3 * count, 0)
      )
      for (const [at, drawn] of read.images.entries()) {
        const texts = read.boxes[at] ?? []
        assert.deepStrictEqual(
          drawn.filter((image) => texts.some((text) => overlap(image, text))),
          []
        )
        assert.deepStrictEqual(
          drawn.filter((image, index) => drawn.slice(index + 1).some((other) => overlap(image, other))),
          []
        )
        assert.deepStrictEqual(
          drawn.filter(({ left, right }) => left < 50 || right > 842 - 60 || right - left < 20),
          []
        )
      }
    })
  )

  /** The words of a text, without characters that are not seen; in which order they are copied depends on the viewer. */
  const wordsOf = (text: string) => text.replace(/\p{Cf}/gu, "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

  const texts: { readonly [name: string]: string } = {
    Arabic: "السلام عليكم، استخدم الأمر npm install ثم أعد تشغيل الخدمة لأول مرة. لا إله إلا الله ١٢٣٤",
    Persian: "این صفحه نحوه‌ی نصب سرویس را توضیح می‌دهد؛ کتاب‌های من و شماره‌ی پورت ۸۰۸۰ است.",
    Urdu: "یہ صفحہ سرور کو پہلی بار نصب کرنے کا طریقہ بتاتا ہے۔",
    Hebrew: "העמוד הזה מסביר כיצד להתקין את השרת בפעם הראשונה, בפורט 8080.",
    Thai: "ที่นี่มีน้ำและปู่ย่าตายาย กำลังติดตั้งเซิร์ฟเวอร์เป็นครั้งแรก ใช้คำสั่ง npm install ผู้ใช้ ฝั่ง กตัญญู",
    Vietnamese: "Trang này giải thích cách cài đặt máy chủ lần đầu tiên: office, affluent",
    Hindi: "यह पृष्ठ बताता है कि सर्वर को पहली बार कैसे स्थापित करें।"
  }
  for (const [name, text] of Object.entries(texts)) {
    it.effect(`copies the words of ${name} as they were written (rule pdf-text)`, () =>
      Effect.gen(function* () {
        const { bytes, warnings } = yield* print(bookWith([page("1", text, { title: "1" })]))
        const copied = yield* Effect.promise(() => copyPdf(bytes))
        assert.deepStrictEqual(warnings, [])
        const read = withoutBlanks(wordsOf(copied).join(" "))
        assert.deepStrictEqual(
          wordsOf(text).filter((word) => !read.includes(word)),
          [],
          copied
        )
      })
    )
  }
})
