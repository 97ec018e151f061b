import { Schema } from "effect"
import { closed } from "../../foundation/input/Input.ts"
import { multiLine } from "../../foundation/text/Text.ts"
import { Document, limits } from "./Document.ts"

const message = "must have the form {markdown} or {document}"

const MarkdownBody = closed("MarkdownBody", { markdown: multiLine(0, limits.bytes) }, { markdown: "Text as Markdown." })
const DocumentBody = closed("DocumentBody", { document: Document }, { document: "Text as a document of blocks." })

/** A text in a request: as Markdown or as a document (used for pages, comments and reviews). */
export const BodyInput = Schema.Union([MarkdownBody, DocumentBody]).annotate({
  identifier: "BodyInput",
  message: message
})
export type BodyInput = typeof BodyInput.Type
