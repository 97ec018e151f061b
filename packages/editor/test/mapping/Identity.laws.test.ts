import { assert, describe, it } from "@effect/vitest"
import type { Document } from "@quire/core"
import { fromDocument, toDocument } from "@quire/editor"
import { DocumentArbitrary, DocumentEdits, Rounds } from "@quire/testing"
import * as fc from "fast-check"
import * as LooseDocuments from "../support/LooseDocuments.ts"

const survives = (document: Document.Document): void => {
  const doc = fromDocument(document)
  doc.check()
  assert.deepStrictEqual<unknown>(toDocument(doc), document)
}

const rounds = Rounds.rounds(300, 100_000, 3_000)

describe("the mapping of documents (rule editor-identity)", () => {
  it(
    "keeps every document in normal form, without keys",
    () => Rounds.holds(fc.property(DocumentArbitrary.normal, survives), rounds),
    Rounds.patience
  )

  it(
    "keeps every document with keys",
    () => Rounds.holds(fc.property(DocumentEdits.documents, survives), rounds),
    Rounds.patience
  )

  it(
    "keeps documents after edits of every kind, which leave containers empty and rows in any order",
    () =>
      Rounds.holds(
        fc.property(DocumentEdits.forked, ({ changed, primary }) => {
          survives(primary)
          survives(changed)
        }),
        rounds
      ),
    Rounds.patience
  )

  it(
    "keeps documents that are valid but not in normal form",
    () => Rounds.holds(fc.property(LooseDocuments.documents, survives), rounds),
    Rounds.patience
  )
})
