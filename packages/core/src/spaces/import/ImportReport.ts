import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import type { LinkCounts } from "./Importer.ts"
import { type ImportWarnings, WarningKind } from "./ImportWarning.ts"

/** What an import brought, in numbers. */
export const ImportReport = Schema.Struct(
  describeFields(
    {
      pages: Schema.Int,
      files: Schema.Int,
      reusableContents: Schema.Int,
      links: Schema.Struct(
        describeFields(
          { resolved: Schema.Int, unresolved: Schema.Int },
          {
            resolved: "Links that lead to a page, heading or file of the import.",
            unresolved: "Links whose page, heading or file the source does not have."
          }
        )
      ),
      warnings: Schema.Array(
        Schema.Struct(
          describeFields(
            { kind: WarningKind, count: Schema.Int },
            { kind: "What the warnings are about.", count: "Number of warnings, including those that are not listed." }
          )
        )
      )
    },
    {
      pages: "Number of pages that were imported.",
      files: "Number of files that were imported.",
      reusableContents: "Number of reusable contents that were imported.",
      links: "Links of the source to itself: the distinct targets of each page.",
      warnings: "Number of warnings of each kind, the most frequent first."
    }
  )
).annotate({ identifier: "ImportReport" })
export type ImportReport = typeof ImportReport.Type

/** The result of an import: pages and files stored and found, and what could not be imported unchanged. */
export const ImportResult = Schema.Struct(
  describeFields(
    {
      revision: Schema.String,
      importedResources: Schema.Int,
      totalResources: Schema.Int,
      report: ImportReport,
      warnings: Schema.optionalKey(
        Schema.Array(
          Schema.Struct(
            describeFields(
              {
                path: Schema.String,
                line: Schema.optionalKey(Schema.Int),
                kind: Schema.optionalKey(WarningKind),
                reason: Schema.String
              },
              {
                path: "Path of the resource.",
                line: "Line of the text at which the reason was noticed, from 1, where it is known.",
                kind: "What the warning is about; absent from the last one if it counts those that are not listed.",
                reason: "Reason why it was not imported."
              }
            )
          )
        )
      )
    },
    {
      revision: "Revision with the imported content.",
      importedResources: "Number of pages and files that were imported.",
      totalResources: "Number of pages and files that were found.",
      report: "The import in numbers.",
      warnings: "Resources that could not be imported."
    }
  )
).annotate({ identifier: "ImportResult" })
export type ImportResult = typeof ImportResult.Type

/** What was stored of a source. */
export interface ImportCounts {
  readonly pages: number
  readonly files: number
  readonly reusableContents: number
  readonly links: LinkCounts
  /** The number of pages and files found. */
  readonly total: number
}

const listOf = (warnings: ImportWarnings): NonNullable<ImportResult["warnings"]> => {
  const listed = warnings.listed.map(({ kind, line, path, reason }) => ({
    path,
    ...(line === undefined ? {} : { line }),
    kind,
    reason
  }))
  const rest = warnings.counts.reduce((sum, { count }) => sum + count, 0) - listed.length
  return rest === 0
    ? listed
    : [...listed, { path: "", reason: `${rest} further ${rest === 1 ? "warning" : "warnings"}` }]
}

/** The result of an import; at most `maxWarnings` warnings are listed (rule import-warnings). */
export const resultOf = (
  revision: string,
  { files, links, pages, reusableContents, total }: ImportCounts,
  warnings: ImportWarnings
): ImportResult => ({
  revision,
  importedResources: pages + files + reusableContents,
  totalResources: total,
  report: { pages, files, reusableContents, links, warnings: warnings.counts },
  ...(warnings.listed.length === 0 ? {} : { warnings: listOf(warnings) })
})
