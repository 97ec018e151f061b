import * as FileName from "../../content/file/FileName.ts"
import type { ImportedContent, ImportInput } from "./Importer.ts"
import { type ImportWarning, ImportWarnings } from "./ImportWarning.ts"

/** Cleans a file name of a source, with a warning if that changes it. */
const cleanName = (path: string, given: string) => {
  const name = FileName.sanitize(given)
  const warnings: ReadonlyArray<ImportWarning> =
    name === given ? [] : [{ kind: "file", path, reason: `the name is kept as "${name}"` }]
  return { name, warnings }
}

/** Cleans the name of an input; an empty name stays empty. */
export const cleanInput = (input: ImportInput) => {
  if (input.name === "") return { input, warnings: [] }
  const { name, warnings } = cleanName(FileName.sanitize(input.name), input.name)
  return { input: { ...input, name }, warnings }
}

/** Cleans the names of the files of imported content; earlier warnings come first. */
export const cleanContent = (content: ImportedContent, before: ReadonlyArray<ImportWarning>): ImportedContent => {
  const files = content.files.map((file) => ({ file, ...cleanName(file.path, file.name) }))
  const warnings = ImportWarnings.of(before)
  warnings.append(content.warnings)
  warnings.add(files.flatMap((each) => each.warnings))
  return { ...content, files: files.map(({ file, name }) => ({ ...file, name })), warnings }
}
