import { assert, describe, it } from "@effect/vitest"
import { type Block, DocumentText, Inline } from "@quire/core"
import { BlockLikeness, TextMerge, TextWords } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"

const runs = Rounds.rounds(120, 20_000, 300)

type Nodes = ReadonlyArray<Block.InlineNode>

const merge = (base: Nodes, primary: Nodes, changed: Nodes) =>
  TextMerge.merge(
    { base, primary, changed },
    {
      likeness: BlockLikeness.make(),
      note: ({ primary }) => primary
    }
  )

const text = (value: string): Nodes => (value === "" ? [] : [Inline.text(value)])
const plain = (nodes: Nodes | undefined) => (nodes === undefined ? undefined : DocumentText.ofInlines(nodes))
const mergeText = (base: string, primary: string, changed: string) =>
  plain(merge(text(base), text(primary), text(changed)))

const bold: Inline.Mark = { object: "mark", type: "bold" }
const link = (url: string, words: string) => Inline.link({ kind: "url", url }, [Inline.text(words)])

describe("a text that both sides edited", () => {
  const merged: ReadonlyArray<readonly [base: string, primary: string, changed: string, merged: string | undefined]> = [
    ["The quick fox jumps.", "The quick red fox jumps.", "The quick fox leaps.", "The quick red fox leaps."],
    ["The fox jumps.", "The fox leaps.", "The fox leaps.", "The fox leaps."],
    ["The fox jumps.", "The fox leaps.", "The fox hops.", undefined],
    ["The fox jumps.", "The fox.", "The fox leaps.", undefined],
    ["The fox jumps.", "The fox jumps!", "A fox jumps.", "A fox jumps!"],
    ["one two", "one and two", "one or two", undefined],
    ["one two", "zero one two", "one two three", "zero one two three"],
    ["one two", "one", "one two three", "one three"],
    ["", "left", "right", undefined],
    ["", "same", "same", "same"],
    ["吾輩は猫である", "吾輩は犬である", "吾輩は猫でした", "吾輩は犬でした"],
    ["go 👩‍🚀 now", "go 👩‍🚀 soon", "come 👩‍🚀 now", "come 👩‍🚀 soon"],
    ["a\nb", "a\nc", "d\nb", "d\nc"],
    ["The fox", "The red fox", "The red cat", undefined],
    ["a b c d e", "a e", "a b new c d e", undefined],
    ["a b c d e f g", "a b c new d e f g", "a x b y c f g", undefined],
    ["a b c d e", "a z e", "a b new c d e", undefined]
  ]
  for (const [base, primary, changed, expected] of merged) {
    it(`merges "${base}" with "${primary}" and "${changed}"`, () => {
      assert.strictEqual(mergeText(base, primary, changed), expected)
      assert.strictEqual(mergeText(base, changed, primary), expected)
    })
  }

  it("keeps the marks of one side with the words of the other", () => {
    const marked = [Inline.textOf([Inline.leaf("one "), Inline.leaf("two", [bold]), Inline.leaf(" three")])]
    const expected = [Inline.textOf([Inline.leaf("one "), Inline.leaf("two", [bold]), Inline.leaf(" four")])]
    assert.deepStrictEqual(merge(text("one two three"), marked, text("one two four")), expected)
    assert.isUndefined(merge(text("one two three"), marked, text("one 2 three")))
  })

  it("treats an inline as one word", () => {
    const emoji = { object: "inline", type: "emoji", data: { code: "1f680" }, isVoid: true } as const
    const [go, went] = [text("Go "), text("Went ")]
    assert.deepStrictEqual(merge([...go, emoji], [...went, emoji], go), text("Went "))
  })

  it("merges the words of a link, and its address", () => {
    const base = [link("https://a.example", "the old page")]
    const primary = [link("https://b.example", "the old page")]
    const changed = [link("https://a.example", "the new page")]
    assert.deepStrictEqual(merge(base, primary, changed), [link("https://b.example", "the new page")])
    assert.isUndefined(merge(base, primary, [link("https://c.example", "the old page")]))
  })

  it("keeps an image in a link whose words both sides changed", () => {
    const image: Inline.InlineImage = {
      object: "inline",
      type: "inline-image",
      isVoid: true,
      data: { ref: { kind: "url", url: "https://a.example/a.png" } }
    }
    const page = (words: string) =>
      Inline.link({ kind: "url", url: "https://a.example" }, [Inline.text(words), image, Inline.text(" and more")])
    const merged = merge([page("the old page")], [page("the new page")], [page("this old page")])
    assert.deepStrictEqual(merged, [page("this new page")])
  })

  const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 8 }).map((list) => list.join(" "))

  it("returns the one side's text where the other side made no change or the same", () =>
    Rounds.holds(
      fc.property(words, words, (base, side) => {
        for (const [primary, changed] of [
          [side, base],
          [base, side],
          [side, side]
        ] as const) {
          assert.strictEqual(mergeText(base, primary, changed), side)
        }
      }),
      runs
    ))

  it("conflicts the same way if the sides are exchanged", () =>
    Rounds.holds(
      fc.property(words, words, words, (base, left, right) => {
        assert.strictEqual(mergeText(base, left, right), mergeText(base, right, left))
      }),
      runs
    ))

  it("keeps what each side wrote in separate sentences", () =>
    Rounds.holds(
      fc.property(fc.array(words, { minLength: 2, maxLength: 5 }), fc.nat(3), (sentences, at) => {
        const [left, right] = [at % sentences.length, (at + 1) % sentences.length]
        const write = (...edits: ReadonlyArray<readonly [number, string]>) =>
          edits.reduce((all, [index, words]) => all.with(index, words), sentences).join(" . ")
        const [ours, theirs] = [[left, "left x"] as const, [right, "y right"] as const]
        assert.strictEqual(mergeText(write(), write(ours), write(theirs)), write(ours, theirs))
      }),
      runs
    ))

  /** A text of distinct words, some deleted and others inserted between them. */
  const side = (tag: string) =>
    fc.array(fc.record({ cut: fc.boolean(), write: fc.nat(2) }), { minLength: 7, maxLength: 7 }).map((places) => ({
      cut: new Set(places.flatMap(({ cut }, index) => (cut ? [`w${index}`] : []))),
      words: places.flatMap(({ cut, write }, index) => [
        ...(cut ? [] : [`w${index}`]),
        ...(write === 1 ? [`${tag}${index}`] : [])
      ])
    }))

  it("contains every word that neither side removed once, in the order of both", () =>
    Rounds.holds(
      fc.property(side("left"), side("right"), (left, right) => {
        const base = Array.from({ length: 7 }, (_, index) => `w${index}`)
        const merged = mergeText(base.join(" "), left.words.join(" "), right.words.join(" "))
        fc.pre(merged !== undefined)
        const found = merged.split(" ").filter((word) => word !== "")
        const expected = [...new Set([...left.words, ...right.words])].filter(
          (word) => !left.cut.has(word) && !right.cut.has(word)
        )
        assert.deepStrictEqual(found.toSorted(), expected.toSorted())
        for (const { words } of [left, right]) {
          const kept = words.filter((word) => found.includes(word))
          assert.deepStrictEqual(
            found.filter((word) => words.includes(word)),
            kept
          )
        }
      }),
      runs
    ))
})

describe("a text of thousands of words", () => {
  const numbers = Array.from({ length: 9_000 }, (_, index) => index)
  const many = (word: (index: number) => string) =>
    numbers.map((index) => Inline.text(`${word(index)} `, index % 2 === 0 ? [] : [bold]))
  const one = (word: (index: number) => string) => text(numbers.map(word).join(" "))
  const word = (index: number) => `w${index}`
  const primary = (index: number) => (index % 4 === 0 ? `p${index}` : word(index))
  const changed = (index: number) => (index % 4 === 2 ? `c${index}` : word(index))
  const both = (index: number) => (index % 4 === 0 ? primary(index) : changed(index))

  for (const [what, of] of [
    ["of marks that alternate", many],
    ["in one leaf", one]
  ] as const) {
    it(`merges and checks: ${what}`, () => {
      const sides = { base: of(word), primary: of(primary), changed: of(changed) }
      const merged = merge(sides.base, sides.primary, sides.changed)
      assert.strictEqual(plain(merged), plain(of(both)))
      assert.isTrue(TextWords.areKept(sides, merged ?? []))
    })
  }

  it("gives words with many marks short names, and the same name for the same marks", () => {
    const colors = Inline.colors.map(
      (color): Inline.Mark => ({
        object: "mark",
        type: "color",
        data: { text: color, background: "default" }
      })
    )
    const of = (marks: ReadonlyArray<Inline.Mark>) => [...TextWords.wordsOf([Inline.text("a b", marks)])]
    const many = Array.from({ length: 500 }, () => colors).flat()
    for (const word of of(many)) assert.isAtMost(word.length, 100)
    assert.deepStrictEqual(of(many), of(many.toReversed()))
    assert.notDeepEqual(of(many), of(many.slice(1)))
    assert.deepStrictEqual(of([bold]), ["bold:a", "bold:b"])
  })
})
