import { assert, layer } from "@effect/vitest"
import { PdfAdapter } from "@quire/adapters"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as Corpora from "../reading/corpora.ts"
import { memory } from "../support/engine.ts"
import { assertSame, bookOf, print } from "./books.ts"
import { expectedText } from "./expected.ts"

/** The files of a corpus in a folder of its name. */
const below = (name: Corpora.CorpusName) =>
  Object.fromEntries(Object.entries(Corpora.filesOf(name)).map(([path, bytes]) => [`${name}/${path}`, bytes]))

/** Prints in a process, however long it takes. */
const patient = PdfAdapter.layerWith({ milliseconds: Rounds.patience })

layer(memory, { excludeTestServices: true })("the PDF of a book", (it) => {
  it.effect(
    "contains the text of real documentation of hundreds of sheets, in order (rule pdf-text)",
    () =>
      Effect.gen(function* () {
        const book = yield* bookOf("Two clients", { ...below("undici"), ...below("undici8") })
        const { read } = yield* Effect.provide(print(book), patient)
        assertSame(read.body, expectedText(book))
        assert.isAbove(read.sheets, 200)
      }),
    Rounds.patience
  )
})
