import { assert, layer } from "@effect/vitest"
import { type Block, Document, Inline } from "@quire/core"
import { Effect } from "effect"
import { memory } from "../support/engine.ts"
import { copyPdf, type TextBox, withoutBlanks } from "../support/pdf.ts"
import { bookWith, page, print } from "./books.ts"
import { grid } from "./expected.ts"

const overlap = (one: TextBox, other: TextBox): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
  Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > 0.5

const overlapsOf = (boxes: ReadonlyArray<TextBox>): ReadonlyArray<string> =>
  boxes.flatMap((one, at) =>
    boxes.slice(at + 1).flatMap((other) => (overlap(one, other) ? [`${one.text} | ${other.text}`] : []))
  )

/** The same cell in each of three rows of a table. */
const table = (columns: number, nodes: ReadonlyArray<Block.InlineNode>): Block.TableBlock => {
  const texts = grid(Array.from({ length: 3 }, () => Array.from({ length: columns }, () => "")))
  return {
    ...texts,
    fragments: texts.fragments.map((fragment) => ({
      ...fragment,
      nodes: [{ object: "block" as const, type: "paragraph" as const, nodes }]
    }))
  }
}

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
