import type { Document, Markdown } from "@quire/core"

/** A document to be printed; plain data, so that it may cross from process to process. */
export interface PrintJob {
  readonly document: Document.Document
  readonly options: Markdown.PlainPrintOptions
}
