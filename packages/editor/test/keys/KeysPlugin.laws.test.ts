import { assert, describe, it } from "@effect/vitest"
import { Document, DocumentTree } from "@quire/core"
import { DocumentMerge } from "@quire/core/internal"
import { fromDocument, toDocument } from "@quire/editor"
import { DocumentEdits, Rounds } from "@quire/testing"
import { Schema } from "effect"
import * as fc from "fast-check"
import type { EditorState } from "prosemirror-state"
import { open, type Step, steps, takeSteps, undoAll } from "../support/EditorEdits.ts"

const decode = Schema.decodeUnknownSync(Document.Document)

/** The document of a state, which must be valid. */
const documentOf = ({ doc }: EditorState): Document.Document => {
  doc.check()
  const document: unknown = JSON.parse(JSON.stringify(toDocument(doc)))
  return decode(document)
}

const keysOf = (document: Document.Document) => Array.from(DocumentTree.walk(document), ([{ key }]) => key)

const assertKeyed = (document: Document.Document): void => {
  const found = keysOf(document)
  assert.notInclude(found, undefined)
  assert.strictEqual(new Set(found).size, found.length, "a key occurs twice")
}

const lastOf = (document: Document.Document, all: ReadonlyArray<Step>): EditorState => {
  const state = open(document, "n")
  return takeSteps(state, all, "ours").at(-1) ?? state
}

/** The strings in a value but in marks, of those members that `isText` accepts by their names. */
function* stringsIn(value: unknown, isText: (name: string) => boolean): Generator<string> {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : []
  for (const [name, member] of members.filter(([each]) => each !== "marks")) {
    if (typeof member !== "string") yield* stringsIn(member, isText)
    else if (isText(name)) yield member
  }
}

const textOf = (document: Document.Document) => [...stringsIn(document, (name) => name === "text")]

/** The words of a document, with how often each occurs. */
const wordsOf = (document: Document.Document): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const text of textOf(document)) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

const rounds = Rounds.rounds(150, 20_000, 1_500)

describe("the keys of an edited document", () => {
  it(
    "gives every block a key of its own after each step, in a valid document (rules editor-keys, editor-valid)",
    () =>
      Rounds.holds(
        fc.property(DocumentEdits.documents, steps, (document, all) => {
          for (const state of takeSteps(open(document, "n"), all, "ours")) assertKeyed(documentOf(state))
        }),
        rounds
      ),
    Rounds.patience
  )

  it(
    "leaves the document as it was when everything is undone",
    () =>
      Rounds.holds(
        fc.property(DocumentEdits.documents, steps, (document, all) => {
          const { doc } = undoAll(lastOf(document, all))
          assert.isTrue(doc.eq(fromDocument(document)))
          assert.deepStrictEqual<unknown>(toDocument(doc), document)
        }),
        rounds
      ),
    Rounds.patience
  )

  it(
    "loses no word in a merge with the edits of another (rule editor-merge)",
    () =>
      Rounds.holds(
        fc.property(
          DocumentEdits.documents,
          steps,
          fc.array(DocumentEdits.edit(...DocumentEdits.kinds), { maxLength: 8, size: "max" }),
          (base, all, edits) => {
            const [ours, theirs] = [documentOf(lastOf(base, all)), DocumentEdits.apply(base, edits, "theirs")]
            const merged = DocumentMerge.merge({ base, primary: theirs, changed: ours, choices: () => undefined })
            const [before, own, other] = [wordsOf(base), wordsOf(ours), wordsOf(theirs)]
            const after = [...textOf(merged.document), ...stringsIn(merged.conflicts, () => true)].join("")
            const lost = Array.from(new Set([...own.keys(), ...other.keys()])).filter((word) => {
              const count = before.get(word) ?? 0
              const isDeleted = count > 0 && Math.min(own.get(word) ?? 0, other.get(word) ?? 0) < count
              return !isDeleted && !after.includes(word)
            })
            assert.deepStrictEqual(lost, [])
          }
        ),
        rounds
      ),
    Rounds.patience
  )
})
