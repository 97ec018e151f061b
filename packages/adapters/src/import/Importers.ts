import { type Html, Importer, type Markdown } from "@quire/core"
import { Effect, Layer } from "effect"
import * as Zip from "../archive/Zip.ts"
import * as FileTypes from "./FileTypes.ts"
import * as Parsers from "./Parsers.ts"
import * as SinglePage from "./SinglePage.ts"
import * as ZipContent from "./ZipContent.ts"

/** How much one import may bring; what is absent is as the specification has it (decisions S4). */
export interface Options {
  readonly archive?: Partial<Zip.Limits>
  readonly pages?: number
  readonly files?: number
}

export const layer = (options: Options = {}): Layer.Layer<Importer.Importers, never, Markdown.Markdown | Html.Html> =>
  Layer.effect(
    Importer.Importers,
    Effect.gen(function* () {
      const parsers = yield* Parsers.open
      const limits = { ...Importer.limits, ...options, archive: { ...Zip.defaultLimits, ...options.archive } }
      return {
        read: (
          input: Importer.ImportInput
        ): Effect.Effect<Importer.ImportedContent, Importer.ImportFailed | Importer.ImportLimitReached> =>
          Effect.scoped(
            Effect.flatMap(parsers, (opened) =>
              input.source === "zip" ? ZipContent.read(input.bytes, limits, opened) : SinglePage.read(input, opened)
            )
          ),
        describe: (path, bytes) => Effect.promise(() => FileTypes.describe(path, bytes))
      }
    })
  )
