import { Effect, Schema } from "effect"
import { BodyInput } from "../../content/document/BodyInput.ts"
import type { Document } from "../../content/document/Document.ts"
import { DocumentTooLarge, TextTooComplex } from "../../content/document/DocumentRefusal.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import { Markdown } from "../../content/document/Markdown.ts"
import { DocumentView } from "../../content/tree/PageView.ts"
import { InputInvalid } from "../../foundation/input/Input.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import * as Slices from "../../foundation/turns/Slices.ts"

export const limits = { textLength: 20_000 } as const

/** How bodies are shown. */
export const CommentFormat = Schema.Literals(["document", "markdown"])
export type CommentFormat = typeof CommentFormat.Type

const lengthRule = `must be 1 to ${limits.textLength} characters`

/** The rule that a text breaks, surrounding white space aside. */
const broken = (text: string): string | undefined => {
  const length = codePoints(text.trim())
  return length >= 1 && length <= limits.textLength ? undefined : lengthRule
}

const ruleOf = (body: BodyInput) => {
  const rule = broken("markdown" in body ? body.markdown : DocumentText.ofDocument(body.document))
  return rule === undefined ? true : { path: ["markdown" in body ? "markdown" : "document"], issue: rule }
}

/** A text in either form, surrounding white space not counted (rule comment-needs-text). */
export const CommentBody = BodyInput.pipe(
  Schema.check(Schema.makeFilter(ruleOf)),
  Schema.annotate({ identifier: "CommentBodyInput" })
)
export type CommentBody = typeof CommentBody.Type

/** A body on the wire, in the form that was asked for. */
export const CommentBodyView = Schema.Union([
  Schema.Struct({ markdown: Schema.String }),
  Schema.Struct({ document: DocumentView })
])
export type CommentBodyView = typeof CommentBodyView.Type

const asShown = Schema.decodeUnknownSync(DocumentView)

/** Bodies between what is sent, stored and shown. */
export const make = Effect.map(Markdown, (markdown) => {
  /** Front matter is for pages: a comment that begins with dashes begins with a line. Its lines are as they were typed. */
  const parse = (text: string) =>
    Effect.mapError(
      markdown.read(`\n${text}`, { heading: "document", lineEnd: "break" }),
      () => new TextTooComplex({ field: "body.markdown" })
    )
  const print = (document: Document) =>
    Effect.map(markdown.write(document, { heading: "document" }), (text) => text.replace(/\n+$/, ""))

  const read = Effect.fnUntraced(function* (body: CommentBody) {
    if ("document" in body) return body.document
    const { beyond, document } = yield* parse(body.markdown)
    yield* Slices.turnFor(document)
    if (beyond !== undefined) return yield* new DocumentTooLarge({ field: "body.markdown", limit: beyond })
    if (DocumentText.ofDocument(document).trim() !== "") return document
    return yield* new InputInvalid({ details: [{ path: "body.markdown", rule: "must have text" }] })
  })

  /** What is stored after an edit: the document that is there where the new text says the same. */
  const revised = Effect.fnUntraced(function* (stored: Document, body: CommentBody, next: Document) {
    if (CanonicalJson.equals(stored, next)) return stored
    if ("document" in body) return next
    const isSame = Effect.zipWith(print(stored), print(next), (old, now) => old === now)
    return (yield* Effect.orElseSucceed(isSame, () => false)) ? stored : next
  })

  /** In the form that was asked for; as a document where its Markdown cannot be written in time. */
  const shown = (document: Document, format: CommentFormat): Effect.Effect<CommentBodyView> => {
    const plain = Effect.sync(() => ({ document: asShown(document) }))
    if (format === "document") return plain
    return Effect.catch(
      Effect.map(print(document), (markdown) => ({ markdown })),
      () => plain
    )
  }

  return { read, revised, shown } as const
})
