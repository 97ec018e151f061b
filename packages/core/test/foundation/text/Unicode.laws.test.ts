import { assert, describe, it } from "@effect/vitest"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"
import * as Unicode from "../../../src/foundation/text/Unicode.ts"

const segmenter = new Intl.Segmenter("und", { granularity: "word" })

/** The words of a text, and the length of each text that the segmenter was given. */
const counted = (text: string) => {
  const words: Array<readonly [string, number]> = []
  const lengths: Array<number> = []
  Unicode.eachWord(text, (word, at) => words.push([word, at]), {
    segment: (piece) => {
      assert.isAtMost(piece.length, Unicode.limits.piece)
      lengths.push(piece.length)
      return segmenter.segment(piece)
    }
  })
  return { words, lengths }
}

const wordsOf = (text: string): ReadonlyArray<readonly [string, number]> =>
  [...segmenter.segment(text)].flatMap(({ index, isWordLike, segment }) =>
    isWordLike === true ? [[segment, index] as const] : []
  )

const pieces = {
  Chinese: ["我们", "需要", "安装", "软件", "文档", "搜索", "请先阅读", "使用说明", "，", "。", "API"],
  Japanese: ["日本語", "の", "文書を", "検索", "できます", "インストール", "手順", "。", "ﾃｽﾄ"],
  Thai: ["ค้นหา", "เอกสาร", "ภาษา", "ไทย", "วิธี", "ติดตั้ง", "โปรแกรม"],
  Khmer: ["ភាសា", "ខ្មែរ", "ឯកសារ", "ស្វែងរក", "ដំឡើង", "កម្មវិធី"],
  emoji: ["😀", "👩‍👩‍👧‍👦", "🇩🇪", "🇫🇷", "👍🏽", "❤️", "a"],
  mixed: ["é", "e\u0301", "\u0301", "𐐨", "слово", "ß", "\u200d", "1,5", "don't", "_", ".", "한국어"]
}

describe.each(Object.entries(pieces))("the word segmentation of runs without a space: %s", (_, words) => {
  it("equals that of the whole text, although the segmenter receives pieces of it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2_000, size: "max" }), (parts) => {
        const text = parts.join("")
        const { lengths, words: found } = counted(text)
        const whole = wordsOf(text).filter(([word]) => word.length < Unicode.limits.piece / 2)
        assert.isAtMost(
          lengths.reduce((sum, length) => sum + length, 0),
          2 * text.length + Unicode.limits.piece
        )
        const short = found.filter(([word]) => word.length < Unicode.limits.piece / 2)
        assert.lengthOf(short, whole.length)
        const differing = short.find(([word, at], index) => word !== whole[index]?.[0] || at !== whole[index]?.[1])
        assert.isUndefined(differing)
      }),
      { numRuns: Rounds.rounds(15, 2_000, 150), endOnFailure: true }
    )
  })
})

describe("the word segmentation of long runs", () => {
  it.each([
    ["one word", "ä".repeat(100_000), 1],
    ["pairs of code units", "𐐨".repeat(50_000), 1],
    ["marks", `a${"\u0301".repeat(100_000)}`, 1],
    ["emoji", "😀".repeat(50_000), 0],
    ["joined emoji", "👩‍".repeat(40_000), 0],
    ["Chinese", "我们需要安装软件".repeat(10_000), 40_000]
  ])("passes each part to the segmenter once or twice: %s", (_, text, count) => {
    const { lengths, words } = counted(text)
    assert.isAtMost(
      lengths.reduce((sum, length) => sum + length, 0),
      2 * text.length
    )
    assert.lengthOf(words, count)
    for (const [word] of words) assert.isTrue(word.isWellFormed())
  })
})

const mark = fc.constantFrom("\u0300", "\u0315", "\u0323", "\u0345", "\uff9e", "\u05b0")
const marked = fc
  .array(fc.tuple(fc.constantFrom("a", "é", "한", "ﾃ", "", " "), fc.array(mark, { maxLength: 300, size: "max" })))
  .map((parts) => parts.map(([letter, marks]) => letter + marks.join("")).join(""))

describe("normalization", () => {
  it("equals the platform's as long as consecutive marks are within the limit of reordering (rule text-marks)", () => {
    fc.assert(
      fc.property(marked, fc.constantFrom("NFC", "NFKC", "NFKD"), (text, form) => {
        const normal = Unicode.normalize(text, form)
        const longest = Math.max(0, ...(normal.match(/[\p{M}\uff9e\uff9f]+/gu) ?? []).map(({ length }) => length))
        assert.isAtMost(longest, 2 * Unicode.limits.marks)
        const isWhole = Unicode.hasTooManyMarks(text) || normal === text.normalize(form)
        assert.isTrue(isWhole)
        assert.isAtMost(normal.length, 3 * text.length)
      }),
      { numRuns: Rounds.rounds(100, 10_000, 1_000), endOnFailure: true }
    )
  })

  it.each([128, 129])("handles %i consecutive marks", (count) => {
    const text = `a${"\u0315\u0300".repeat(200).slice(0, count)}`
    assert.strictEqual(Unicode.hasTooManyMarks(text), count > 128)
    assert.strictEqual(Unicode.normalize(text, "NFKD").length, 129)
  })
})
