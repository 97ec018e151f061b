import { assert } from "@effect/vitest"
import { Document, Markdown } from "@quire/core"
import { Effect, Schema } from "effect"
import { layer } from "../../src/markdown/MarkdownAdapter.ts"

export const markdown = await Effect.runPromise(Effect.provide(Markdown.Markdown, layer))

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const isDocument = Schema.is(Document.Document)

/** What imports store without another look: a document by its schema, or one that is beyond a limit and left out. */
export const readsDocument = (text: string) => {
  const page = markdown.parse(text)
  assert.isTrue(
    isDocument(page.document) || Document.findExceededLimit(page.document) !== undefined,
    text.slice(0, 200)
  )
  return page
}

/** Parse, print, parse: the second document is the first, and printing has settled. */
export const roundTrips = (text: string) => {
  const once = readsDocument(text)
  const printed = markdown.print(once.document)
  const twice = markdown.parse(printed)
  assert.deepStrictEqual(plain(twice.document), plain(once.document))
  assert.strictEqual(markdown.print(twice.document), printed)
}
