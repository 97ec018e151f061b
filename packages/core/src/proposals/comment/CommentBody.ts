import { Context, Effect, Layer, Schema } from "effect"
import { BodyInput } from "../../content/document/BodyInput.ts"
import { check, type Document } from "../../content/document/Document.ts"
import { DocumentTooLarge, TextTooComplex } from "../../content/document/DocumentRefusal.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import { Markdown } from "../../content/document/Markdown.ts"
import { DocumentView } from "../../content/tree/PageView.ts"
import { describeFields, InputInvalid } from "../../foundation/input/Input.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { codePoints } from "../../foundation/text/Text.ts"

export const limits = { textLength: 20_000 } as const

/** The forms in which bodies are shown. */
export const CommentFormat = Schema.Literals(["document", "markdown"])
export type CommentFormat = typeof CommentFormat.Type

const lengthRule = `must be 1 to ${limits.textLength} characters`

/** The rule that a text breaks, ignoring surrounding white space. */
const findBrokenRule = (text: string): string | undefined => {
  const length = codePoints(text.trim())
  return length >= 1 && length <= limits.textLength ? undefined : lengthRule
}

const ruleOf = (body: BodyInput) => {
  const rule = findBrokenRule("markdown" in body ? body.markdown : DocumentText.ofDocument(body.document))
  return rule === undefined ? true : { path: ["markdown" in body ? "markdown" : "document"], issue: rule }
}

/** A text in either form; surrounding white space does not count (rule comment-needs-text). */
export const CommentBody = BodyInput.pipe(
  Schema.check(Schema.makeFilter(ruleOf)),
  Schema.annotate({ identifier: "CommentBodyInput" })
)
export type CommentBody = typeof CommentBody.Type

/** A body on the wire, in the requested form. */
export const CommentBodyView = Schema.Union([
  Schema.Struct(describeFields({ markdown: Schema.String }, { markdown: "Text as Markdown." })),
  Schema.Struct(describeFields({ document: DocumentView }, { document: "Text as a document of blocks." }))
])
export type CommentBodyView = typeof CommentBodyView.Type

const toView = Schema.decodeUnknownSync(DocumentView)

/** Parses bodies from input and converts stored ones to views. */
export class CommentBodies extends Context.Service<CommentBodies>()("@quire/core/CommentBodies", {
  make: Effect.map(Markdown, (markdown) => {
    /**
     * Only pages have front matter: the leading line break makes initial dashes a divider. Line breaks are kept as typed.
     */
    const parse = (text: string) =>
      Effect.mapError(
        markdown.read(`\n${text}`, { heading: "document", lineEnd: "break" }),
        () => new TextTooComplex({ field: "body.markdown" })
      )
    const print = (document: Document) =>
      Effect.map(markdown.write(document, { heading: "document" }), (text) => text.replace(/(?<!\n)\n+$/, ""))

    const read = Effect.fnUntraced(function* (body: CommentBody) {
      if ("document" in body) return yield* check(body.document)
      const { beyond, document } = yield* parse(body.markdown)
      if (beyond !== undefined) return yield* new DocumentTooLarge({ field: "body.markdown", limit: beyond })
      if (DocumentText.ofDocument(document).trim() !== "") return yield* check(document)
      return yield* new InputInvalid({ details: [{ path: "body.markdown", rule: "must have text" }] })
    })

    /** The document to store after an edit: the stored one if the new text has the same content. */
    const revise = Effect.fnUntraced(function* (stored: Document, body: CommentBody, next: Document) {
      if (CanonicalJson.equals(stored, next)) return stored
      if ("document" in body) return next
      const isSame = Effect.zipWith(print(stored), print(next), (old, now) => old === now)
      return (yield* Effect.orElseSucceed(isSame, () => false)) ? stored : next
    })

    /** The body in the requested form; a document if its Markdown cannot be written in time. */
    const show = (document: Document, format: CommentFormat): Effect.Effect<CommentBodyView> => {
      const plain = Effect.sync(() => ({ document: toView(document) }))
      if (format === "document") return plain
      return Effect.catch(
        Effect.map(print(document), (markdown) => ({ markdown })),
        () => plain
      )
    }

    return { read, revise, show } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
