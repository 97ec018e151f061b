import { type Html, Importer, type Markdown } from "@quire/core"
import { Effect, Layer } from "effect"
import * as ArchiveLimits from "../archive/ArchiveLimits.ts"
import * as Parsers from "./Parsers.ts"
import * as SinglePage from "./SinglePage.ts"

/** Limits of one import; absent ones have the defaults of `Importer` (rule import-limits). */
export interface Options {
  readonly archive?: Partial<ArchiveLimits.ArchiveLimits>
  readonly pages?: number
  readonly files?: number
}

const loadZipContent = Effect.promise(() => import("./ZipContent.ts"))
const loadFileTypes = Effect.promise(() => import("./FileTypes.ts"))

/** The importers. The code that reads archives and file types is loaded by the first import that needs it. */
export const layer = (options: Options = {}): Layer.Layer<Importer.Importers, never, Markdown.Markdown | Html.Html> =>
  Layer.effect(
    Importer.Importers,
    Effect.gen(function* () {
      const parsers = yield* Parsers.factory
      const limits = { ...Importer.limits, ...options, archive: { ...ArchiveLimits.defaults, ...options.archive } }
      return {
        read: (
          input: Importer.ImportInput,
          intake: Importer.Intake
        ): Effect.Effect<Importer.ImportedContent, Importer.ImportFailed | Importer.ImportLimitReached> =>
          Effect.flatMap(parsers, (opened) =>
            input.source === "zip"
              ? Effect.flatMap(loadZipContent, ({ read }) => read(input.bytes, limits, opened, intake))
              : SinglePage.read(input, opened, intake)
          ),
        describe: (path, bytes) =>
          Effect.flatMap(loadFileTypes, ({ describe }) => Effect.promise(() => describe(path, bytes)))
      }
    })
  )
