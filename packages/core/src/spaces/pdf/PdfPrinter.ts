import { Context, type Effect, Schema } from "effect"

/** The book cannot be printed, even if it is requested again; `problem` follows "the PDF could not be created: ". */
export class PdfRefused extends Schema.TaggedError<PdfRefused>()("PdfRefused", { problem: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `the PDF could not be created: ${this.problem}`
  }
}

/** Required software is not installed; the message says what to install. */
export class PdfUnavailable extends Schema.TaggedError<PdfUnavailable>()("PdfUnavailable", {
  missing: Schema.String
}) {
  readonly kind = "unavailable" as const
  override get message() {
    return `PDF export is not available on this server: ${this.missing}`
  }
}

/** The bytes of the images of a book by their hashes; those that are missing are named by their texts. */
export type Images = ReadonlyMap<string, Uint8Array>

export interface PrintedPdf {
  readonly bytes: Uint8Array
  /** Sheets of paper. */
  readonly sheets: number
  /** Deviations of the printed result, such as scripts without a font; for operators. */
  readonly warnings: ReadonlyArray<string>
}

/**
 * Prints books. The same book and images produce the same bytes. The content of a book is untrusted: it executes
 * nothing and reads nothing.
 */
export class PdfPrinter extends Context.Service<
  PdfPrinter,
  {
    /** Fails where nothing can be printed. */
    readonly ready: Effect.Effect<void, PdfUnavailable>
    /**
     * `book` is a text of `BookText` in UTF-8, which the printer parses. It is large, so parse it off the event loop.
     */
    readonly print: (book: Uint8Array, images: Images) => Effect.Effect<PrintedPdf, PdfRefused | PdfUnavailable>
  }
>()("@quire/core/PdfPrinter") {}
