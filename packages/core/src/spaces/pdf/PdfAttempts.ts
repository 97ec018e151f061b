import { Cause, Context, Effect, Layer, Option } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { cut } from "../../foundation/text/Text.ts"
import * as Pdf from "./Pdf.ts"
import { PdfPrinter, type PdfRefused } from "./PdfPrinter.ts"

/** Reason stored for a PDF that failed on its last attempt; the log has the cause. */
const serverFailed = "an internal error occurred"

const fail = (problem: string) =>
  Effect.succeed({ state: "failed", problem: cut(problem, Pdf.limits.problemLength) } satisfies Pdf.PrintOutcome)

/** A book that is to be printed: its text (`BookText`), and the hashes of its images. */
export interface PrintOrder {
  readonly book: Uint8Array
  readonly images: ReadonlyArray<string>
}

/** Prints books and reports the outcome. If the server fails, printing is retried as long as `isMore`. */
export class PdfAttempts extends Context.Service<PdfAttempts>()("@quire/core/PdfAttempts", {
  make: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const printer = yield* PdfPrinter

    const loadImages = Effect.fnUntraced(function* (hashes: ReadonlyArray<string>) {
      const found = yield* Effect.forEach(hashes, (hash) =>
        Effect.map(blobs.get(hash), (bytes) => [hash, bytes] as const)
      )
      return new Map(found.flatMap(([hash, bytes]) => (Option.isSome(bytes) ? [[hash, bytes.value] as const] : [])))
    })

    const print = Effect.fnUntraced(function* ({ book, images }: PrintOrder) {
      const printed = yield* printer.print(book, yield* loadImages(images))
      if (printed.warnings.length > 0) {
        yield* Effect.annotateLogs(Effect.logWarning("a PDF was printed with warnings"), {
          reasons: printed.warnings.join("; ")
        })
      }
      return { state: "made", blob: yield* blobs.put(printed.bytes) } satisfies Pdf.PrintOutcome
    })

    const attempt = (
      ordered: Effect.Effect<PrintOrder, PdfRefused>,
      isMore: boolean
    ): Effect.Effect<Pdf.PrintOutcome> =>
      Effect.flatMap(ordered, print).pipe(
        Effect.catchTag("PdfRefused", ({ problem }) => fail(problem)),
        Effect.catchTag("PdfUnavailable", ({ missing }) => fail(missing)),
        Effect.catchCause((cause) =>
          isMore || Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.andThen(Effect.logError("failed to print a PDF", cause), fail(serverFailed))
        )
      )

    return { attempt } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
