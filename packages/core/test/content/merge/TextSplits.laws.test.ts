import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, DocumentText, DocumentTree, Inline } from "@quire/core"
import { DocumentMerge } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"

/** Paragraphs by their keys. */
type Texts = ReadonlyArray<readonly [key: string, text: string]>

const documentOf = (texts: Texts): Document.Document =>
  Document.make(
    texts.map(
      ([key, text]): Block.Paragraph => ({
        object: "block",
        type: "paragraph",
        key,
        nodes: text === "" ? [] : [Inline.text(text)]
      })
    )
  )

const merge = (base: Texts, primary: Texts, changed: Texts) => {
  const { conflicts, document } = DocumentMerge.merge({
    base: documentOf(base),
    primary: documentOf(primary),
    changed: documentOf(changed),
    choices: () => undefined
  })
  const texts = Array.from(DocumentTree.walk(document), ([block]): Texts[number] => [
    block.key ?? "",
    DocumentText.ofBlock(block)
  ])
  return { texts, conflicts }
}

type Row = readonly [name: string, base: string, primary: Texts, changed: Texts, result: Texts, conflicts?: number]

const rows: ReadonlyArray<Row> = [
  [
    "in a word that the other side replaced",
    "one two three",
    [["k", "one 2 three"]],
    [
      ["n", "one t"],
      ["k", "wo three"]
    ],
    [
      ["n", "one t"],
      ["k", "2 three"]
    ],
    1
  ],
  [
    "after words between which the other side wrote",
    "one two three four",
    [["k", "one and two three four"]],
    [
      ["n", "one two "],
      ["k", "three four"]
    ],
    [
      ["n", "one and two "],
      ["k", "three four"]
    ]
  ],
  [
    "before words that the other side replaced",
    "one two three four",
    [["k", "one two 3 4"]],
    [
      ["k", "one two"],
      ["n", " three four"]
    ],
    [
      ["k", "one two"],
      ["n", " 3 4"]
    ]
  ],
  [
    "twice",
    "one two three four five",
    [["k", "1 and two three x four y five"]],
    [
      ["n", "one two "],
      ["k", "three "],
      ["m", "four five"]
    ],
    [
      ["n", "1 and two "],
      ["k", "three x "],
      ["m", "four y five"]
    ]
  ],
  [
    "at another place than the other side, which wrote where this one divides",
    "one two three four",
    [
      ["m", "one "],
      ["k", "two and three four"]
    ],
    [
      ["n", "one two three "],
      ["k", "four"]
    ],
    [
      ["m", "one "],
      ["n", "two and three "],
      ["k", "four"]
    ]
  ],
  [
    "next to a new text that it wrote",
    "one two three four",
    [["k", "one and two three four"]],
    [
      ["x", "new"],
      ["n", "one two "],
      ["k", "three four"]
    ],
    [
      ["x", "new"],
      ["n", "one and two "],
      ["k", "three four"]
    ]
  ]
]

const letters = "abcdefgh"

/** Edits of a text of numbered words. */
const split = fc.uniqueArray(fc.integer({ min: 1, max: 46 }), { minLength: 1, maxLength: 3 })
const change = fc.array(fc.record({ at: fc.nat(7), kind: fc.constantFrom("insert", "replace", "delete", "extend") }), {
  minLength: 1,
  maxLength: 4
})

const wordAt = (at: number) => `w${letters.charAt(at)}${letters.charAt(at)}${at}x`

const base = letters
  .split("")
  .map((_, at) => wordAt(at))
  .join(" ")

const takeChanges = (changes: ReadonlyArray<{ readonly at: number; readonly kind: string }>, tag: string) => {
  const words: Array<string> = letters.split("").map((_, at) => wordAt(at))
  const gone = new Set<string>()
  for (const [index, { at, kind }] of changes.entries()) {
    const word = words[at] ?? ""
    if (kind !== "insert") gone.add(wordAt(at))
    const typed = `${tag}${index}y`
    words[at] = { insert: `${word} ${typed}`, replace: typed, delete: "", extend: `${word}${typed}` }[kind] ?? ""
  }
  return { text: words.filter((word) => word !== "").join(" "), gone }
}

/** The parts of a divided text; the largest keeps the key, as in the editor. */
const takeSplits = (text: string, places: ReadonlyArray<number>, tag: string): Texts => {
  const ends = [...places].map((place) => place % text.length).sort((left, right) => left - right)
  const parts = [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end))
  const largest = parts.toSorted((left, right) => right.length - left.length)[0] ?? ""
  return parts.map((part, at) => [at === parts.indexOf(largest) ? "k" : `${tag}${at}`, part])
}

const countIn = (texts: Texts, word: string) =>
  texts.flatMap(([, text]) => text.match(/\w+/g) ?? []).filter((each) => each === word).length

describe("a text that one side divides and the other changes (rule merge-splits)", () => {
  for (const [name, text, primary, changed, result, conflicts = 0] of rows) {
    it(`has each word once when it is divided ${name}`, () => {
      for (const merged of conflicts > 0
        ? [merge([["k", text]], primary, changed)]
        : [merge([["k", text]], primary, changed), merge([["k", text]], changed, primary)]) {
        assert.deepStrictEqual(merged.texts, result)
        assert.strictEqual(merged.conflicts.length, conflicts)
      }
    })
  }

  it(
    "has each word once, and those that were written, in the text or in a conflict",
    () =>
      Rounds.holds(
        fc.property(
          split,
          change,
          change,
          split,
          fc.boolean(),
          fc.boolean(),
          (places, ours, theirs, others, divideBoth, isReverse) => {
            const changedText = takeChanges(theirs, "t")
            const written = takeChanges(ours, "o")
            const one: Texts = divideBoth ? takeSplits(written.text, others, "m") : [["k", written.text]]
            const two = takeSplits(divideBoth ? changedText.text : base, places, "n")
            const { conflicts, texts } = isReverse ? merge([["k", base]], two, one) : merge([["k", base]], one, two)
            const seen = `${JSON.stringify({ one, two })} ${JSON.stringify({ texts, conflicts })}`
            const everything = JSON.stringify([texts, conflicts])
            for (const side of [one, two]) {
              for (const [, text] of side)
                for (const word of text.match(/\w+/g) ?? []) {
                  const isOwn = countIn([["k", base]], word) === 0
                  if (isOwn) assert.include(everything, word, seen)
                }
            }
            for (let at = 0; at < letters.length; at++) {
              const word = wordAt(at)
              const isInConflict = divideBoth && JSON.stringify(conflicts).includes(word)
              if (!isInConflict) assert.isAtMost(countIn(texts, word), 1, `${word} ${seen}`)
              if (countIn(one, word) === 1 && countIn(two, word) === 1) assert.include(everything, word, seen)
            }
          }
        ),
        Rounds.rounds(300, 100_000, 5_000)
      ),
    Rounds.patience
  )
})
