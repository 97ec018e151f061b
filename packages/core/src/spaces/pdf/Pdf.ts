import { Cause, Context, Effect, Layer, Option, Schema } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { OrganizationId, RevisionId, SpaceId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { cut } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import type * as ComputedRoots from "../../openapi/computed/ComputedRoots.ts"
import { PdfPrinter, type PdfRefused } from "./PdfPrinter.ts"

export const limits = {
  /** Pages of a book, and bytes of one image and of all images that are printed in it. */
  pages: 5_000,
  imageBytes: 10_485_760,
  imagesBytes: 104_857_600,
  /** Pixels of an image. */
  imagePixels: 50_000_000,
  /** How long a file is kept after its last request, and how long an address is valid; in ms. */
  kept: 86_400_000,
  address: 3_600_000,
  /** Code points of the reason of a failure. */
  problemLength: 500
} as const

/** The specs that content may refer to, in order, each in the version that is printed. */
export const DescribedPdf = Schema.Struct({
  organization: OrganizationId,
  versions: Schema.Array(Schema.Tuple([Schema.String, Schema.String]))
})
export type DescribedPdf = typeof DescribedPdf.Type

/** Undefined if there are none. */
export const describedBy = (
  organization: OrganizationId,
  versions: ComputedRoots.Versions
): DescribedPdf | undefined =>
  versions.size === 0
    ? undefined
    : { organization, versions: Array.from(versions).sort(([left], [right]) => (left < right ? -1 : 1)) }

/** The printed part of a revision and its title. Equal ones are printed once (rule pdf-same). */
export const PrintSource = Schema.Struct({
  space: SpaceId,
  revision: RevisionId,
  /** A page with its descendants, or only the page; null for all. */
  page: Schema.NullOr(Schema.String),
  only: Schema.Boolean,
  title: Schema.String,
  subtitle: Schema.String,
  /** Absent if the organization has no specs. */
  described: optional(DescribedPdf)
})
export type PrintSource = typeof PrintSource.Type

/** State of a printing. */
export const PrintOutcome = Schema.Union([
  Schema.Struct({ state: Schema.Literal("pending") }),
  Schema.Struct({ state: Schema.Literal("made"), blob: Schema.String }),
  Schema.Struct({ state: Schema.Literal("failed"), problem: Schema.String })
])
export type PrintOutcome = typeof PrintOutcome.Type

/** A requested PDF, as stored; deleted a day after its last request (rule pdf-kept). */
export const Pdf = Schema.Struct({ id: Schema.String, ...PrintSource.fields, outcome: PrintOutcome, askedAt: Instant })
export type Pdf = typeof Pdf.Type

/** Counted up when the same content is to look otherwise. */
export const look = 2

export const idOf = ({ described, only, page, revision, space, subtitle, title }: PrintSource): string =>
  digest(JSON.stringify([look, space, revision, page, only, title, subtitle, described ?? null]))

export const request = (printing: PrintSource, now: number): Pdf => ({
  ...printing,
  id: idOf(printing),
  outcome: { state: "pending" },
  askedAt: now
})

/** Whether the stored PDF can serve another request; a failed one is retried. */
export const isGood = ({ outcome }: Pdf): boolean => outcome.state !== "failed"

/** Whether asking once more has to be written down, for the file to be there as long as an address opens it. */
export const isOld = ({ askedAt }: Pdf, now: number): boolean => now - askedAt > limits.address

export const blobsOf = ({ outcome }: Pdf): ReadonlyArray<string> => (outcome.state === "made" ? [outcome.blob] : [])

export const collection = Repository.collection({
  name: "pdfs",
  schema: Pdf,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    askedAt: { kind: "instant", of: (self) => self.askedAt },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: { inSpace: { on: ["space"] }, asked: { on: [], order: ["askedAt"] }, all: { on: [] } },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

/** Reason stored for a PDF that failed on its last attempt; the log has the cause. */
const serverFailed = "an internal error occurred"

const fail = (problem: string) =>
  Effect.succeed({ state: "failed", problem: cut(problem, limits.problemLength) } satisfies PrintOutcome)

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
      return { state: "made", blob: yield* blobs.put(printed.bytes) } satisfies PrintOutcome
    })

    const attempt = (ordered: Effect.Effect<PrintOrder, PdfRefused>, isMore: boolean): Effect.Effect<PrintOutcome> =>
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
