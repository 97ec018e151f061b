import { assert, describe, it } from "@effect/vitest"
import { compareDocuments, fromDocument, makeRemoteTransaction, rebaseChanges } from "@quire/editor"
import { DocumentEdits, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import type { Node } from "prosemirror-model"
import { type EditorState, TextSelection } from "prosemirror-state"
import { open, type Step, steps, takeSteps, undoAll } from "../support/EditorEdits.ts"

const edits = fc.array(DocumentEdits.edit(...DocumentEdits.kinds), { minLength: 1, maxLength: 8, size: "max" })

const lastOf = (state: EditorState, all: ReadonlyArray<Step>, tag: string): EditorState =>
  takeSteps(state, all, tag).at(-1) ?? state

/** A word of a text block with a key, and its position in the text of the block. */
interface PlacedWord {
  readonly key: string
  readonly word: string
  readonly offset: number
}

const wordsOf = (doc: Node): ReadonlyArray<PlacedWord> => {
  const words: Array<PlacedWord> = []
  doc.descendants((node) => {
    const key: unknown = node.attrs["key"]
    if (!node.isTextblock || typeof key !== "string") return !node.isTextblock
    const text = node.textBetween(0, node.content.size, undefined, "\ufffc")
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) words.push({ key, word, offset: index })
    return false
  })
  return words
}

const positionOf = (doc: Node, { key, offset }: PlacedWord): number => {
  let position = -1
  doc.descendants((node, pos) => {
    if (node.isTextblock && node.attrs["key"] === key) position = pos + 1 + offset
    return !node.isTextblock
  })
  return position
}

/** The words that occur once in a document. */
const uniqueWords = (doc: Node): ReadonlyArray<PlacedWord> => {
  const words = wordsOf(doc)
  const counts = new Map<string, number>()
  for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return words.filter(({ word }) => counts.get(word) === 1)
}

const typedWords = (doc: Node): ReadonlySet<string> =>
  new Set(doc.textBetween(0, doc.content.size, " ", " ").match(/(ours|theirs)\d+x/g) ?? [])

const rounds = Rounds.rounds(100, 20_000, 500)

describe("changes of others in an open document", () => {
  it(
    "lead exactly to the document of the server (rule editor-remote)",
    () =>
      Rounds.holds(
        fc.property(DocumentEdits.documents, edits, steps, fc.boolean(), (document, changed, all, isReverse) => {
          const edited = lastOf(open(DocumentEdits.apply(document, changed, "theirs"), "t"), all, "theirs").doc
          const [from, to] = isReverse ? [edited, fromDocument(document)] : [fromDocument(document), edited]
          const state = open(document, "n")
          const before = state.reconfigure({ plugins: [] })
          const opened = before.apply(before.tr.replaceWith(0, before.doc.content.size, from.content))
          const next = opened.apply(makeRemoteTransaction(opened, compareDocuments(opened.doc, to)))
          assert.isTrue(next.doc.eq(to))
        }),
        rounds
      ),
    Rounds.patience
  )

  it(
    "leave the cursor in the word where it was, as long as the word is in its block (rule editor-remote)",
    () =>
      Rounds.holds(
        fc.property(DocumentEdits.documents, edits, fc.nat(1_000), (document, changed, at) => {
          const after = fromDocument(DocumentEdits.apply(document, changed, "theirs"))
          const state = open(document, "n")
          const kept = uniqueWords(after)
          const words = uniqueWords(state.doc).filter(({ key, word }) =>
            kept.some((each) => each.key === key && each.word === word)
          )
          const word = words[at % Math.max(words.length, 1)]
          fc.pre(word !== undefined)
          const inside = at % word.word.length
          const start = positionOf(state.doc, word) + inside
          const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, start)))
          const next = selected.apply(makeRemoteTransaction(selected, compareDocuments(state.doc, after)))
          const place = kept.find((each) => each.key === word.key && each.word === word.word)
          const isAligned = wordsOf(state.doc).filter(({ key }) => key === word.key).length === 1
          fc.pre(place !== undefined && isAligned)
          assert.strictEqual(next.selection.head, positionOf(next.doc, place) + inside)
        }),
        Rounds.rounds(60, 5_000, 200)
      ),
    Rounds.patience
  )

  it(
    "remove nothing that was typed meanwhile, and are complete, or else are left to a merge (rule editor-remote)",
    () =>
      Rounds.holds(
        fc.property(DocumentEdits.documents, edits, steps, (document, changed, all) => {
          const base = open(document, "n")
          const remote = fromDocument(DocumentEdits.apply(document, changed, "theirs"))
          const local = lastOf(base, all.slice(0, 4), "ours")
          const rebased = rebaseChanges(base.doc, remote, local.doc)
          fc.pre(rebased !== undefined)
          const next = local.apply(makeRemoteTransaction(local, rebased))
          next.doc.check()
          const words = typedWords(next.doc)
          for (const word of [...typedWords(local.doc), ...typedWords(remote)]) assert.isTrue(words.has(word), word)
        }),
        rounds
      ),
    Rounds.patience
  )

  it(
    "remain in other blocks when the writer undoes everything, which leaves nothing of what was typed (rule editor-remote)",
    () =>
      Rounds.holds(
        fc.property(DocumentEdits.documents, edits, steps, (document, changed, all) => {
          const base = open(document, "n")
          const remote = fromDocument(DocumentEdits.apply(document, changed, "theirs"))
          const typed = all.map((step): Step => ({ ...step, kind: step.kind === "mark" ? "mark" : "type" }))
          const local = lastOf(base, typed.slice(0, 4), "ours")
          const rebased = rebaseChanges(base.doc, remote, local.doc)
          fc.pre(rebased !== undefined)
          const undone = undoAll(local.apply(makeRemoteTransaction(local, rebased)))
          const words = typedWords(undone.doc)
          const typedIn = new Set(wordsOf(local.doc).flatMap(({ key, word }) => (word.startsWith("ours") ? [key] : [])))
          const apart = wordsOf(remote).filter(({ key, word }) => !typedIn.has(key) && /^theirs\d+x$/.test(word))
          for (const { word } of apart) assert.isTrue(words.has(word), word)
          for (const word of typedWords(local.doc)) if (word.startsWith("ours")) assert.isFalse(words.has(word), word)
        }),
        rounds
      ),
    Rounds.patience
  )
})
