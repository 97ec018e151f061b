import { Context, Effect, Layer, Schema } from "effect"
import type { File } from "../../content/tree/File.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { archiveLimits, Fetcher, pageLimits } from "../../foundation/fetch/Fetcher.ts"
import { checked, closed, WebAddress } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as FairQueue from "../../foundation/scheduling/FairQueue.ts"
import * as WorkDeadline from "../../foundation/scheduling/WorkDeadline.ts"
import { ApiImportRequest } from "../api-import/ApiImport.ts"
import * as FileNames from "./FileNames.ts"
import { type ImportedContent, Importers, ImportFailed, type ImportInput, type Intake } from "./Importer.ts"
import type * as ImportIntake from "./ImportIntake.ts"
import type * as ImportPlan from "./ImportPlan.ts"
import * as ImportProgress from "./ImportProgress.ts"
import { FetchedSource, ImportSource, requireBuilt } from "./ImportSource.ts"
import { ImportWarnings } from "./ImportWarning.ts"

export const limits = {
  /** Maximum time for reading a source. */
  milliseconds: 60_000,
  /** Maximum number of sources that are being fetched, or kept in memory until they are read. */
  held: 4,
  /** Number of sources that are read at the same time. */
  atOnce: 2
} as const

/** The address to import a page from, and the kind of source there. */
export const PageImportRequest = closed(
  "PageImportRequest",
  { url: WebAddress, source: ImportSource },
  { url: "Address that the content is fetched from.", source: "Format of the content." }
)
export type PageImportRequest = typeof PageImportRequest.Type

/** The address to import from, and the kind of source there; or a description of an API. */
export const ImportRequest = Schema.Union([
  closed(
    "UrlImportRequest",
    { url: WebAddress, source: FetchedSource },
    { url: "Address that the content is fetched from.", source: "Format of the content." }
  ),
  ApiImportRequest
]).annotate({ identifier: "ImportRequest" })
export type ImportRequest = typeof ImportRequest.Type

/** An import that has been fetched, read and stored, as far as that does not depend on the head. */
export interface PreparedImport {
  readonly content: ImportedContent
  readonly ids: ImportPlan.AssignedIds
  readonly documents: ImportIntake.ImportIntake["documents"]
  readonly files: ReadonlyArray<File>
  /** The warnings of reading the source, followed by those of the last attempt to store it. */
  readonly warnings: ImportWarnings
}

/** The last segment of an address, as the name of sources without a title. */
const nameOf = (url: string): string => {
  const segment = new URL(url).pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const checkRequest = checked(PageImportRequest)

/** Fetches, reads and stores what imports need of a source, a few at the same time. */
export class ImportSources extends Context.Service<ImportSources>()("@quire/core/ImportSources", {
  make: Effect.gen(function* () {
    const fetcher = yield* Fetcher
    const importers = yield* Importers
    const blobs = yield* BlobStore
    const holding = FairQueue.make({ pool: "imports", slots: limits.held })
    const reading = FairQueue.make({ pool: "reading imports", slots: limits.atOnce })

    const fetchSource = operation("Imports.fetch")(function* (given: PageImportRequest) {
      const { source, url } = yield* checkRequest(given)
      const kind = yield* Effect.fromResult(requireBuilt(source))
      const got = yield* fetcher
        .get(url, kind === "zip" || kind === "docx" ? archiveLimits : pageLimits)
        .pipe(Effect.mapError((failure) => new ImportFailed({ problem: failure.message })))
      const { bytes, contentType } = got
      return { source: kind, bytes, contentType, url: got.url, name: nameOf(got.url) } satisfies ImportInput
    })

    /** Stores bytes before the rows that name them, which follow in the transaction. */
    const store = Effect.fnUntraced(function* (
      content: ImportedContent,
      { documents, ids }: ImportIntake.ImportIntake
    ) {
      const files = yield* Effect.forEach(
        content.files,
        ({ bytes, contentType, dimensions, name, path }) =>
          Effect.map(blobs.put(bytes), (blob): File => {
            const id = ids.files.get(path) ?? path
            return {
              id,
              name,
              contentType,
              size: bytes.length,
              blob,
              ...(dimensions === undefined ? {} : { dimensions })
            }
          }),
        { concurrency: 4 }
      )
      const warnings = new ImportWarnings()
      warnings.append(content.warnings)
      return { content, ids, documents, files, warnings } satisfies PreparedImport
    })

    const readInTime = (input: ImportInput, intake: Intake) =>
      WorkDeadline.limit(
        limits.milliseconds,
        () => new ImportFailed({ problem: `it takes longer than ${limits.milliseconds / 1_000} seconds to read` })
      )(importers.read(input, intake))

    /** Fetches and reads a source, and keeps only the parsed content. */
    const readInTurn = Effect.fnUntraced(function* <E>(
      input: Effect.Effect<ImportInput, E>,
      intake: ImportIntake.ImportIntake
    ) {
      const listener = yield* ImportProgress.ImportProgressListener
      const observed = listener === undefined ? intake : ImportProgress.observe(intake, listener)
      const read = Effect.gen(function* () {
        const named = FileNames.cleanInput(yield* input)
        const content = yield* reading.withTurnOrDie(readInTime(named.input, observed))
        yield* intake.settle
        return FileNames.cleanContent(content, named.warnings)
      })
      return yield* holding.withTurnOrDie(read)
    })

    return { fetchSource, readInTurn, store } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
