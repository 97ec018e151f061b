import * as FileName from "../../content/file/FileName.ts"
import type { ImportedContent, ImportInput } from "../source/Importer.ts"
import type { ImportWarning } from "../source/ImportWarning.ts"

/** What a source calls a file, as it is kept, and a warning where that is another name. */
const renamed = (path: string, given: string) => {
  const name = FileName.sanitize(given)
  const warnings: ReadonlyArray<ImportWarning> =
    name === given ? [] : [{ path, reason: `the name is kept as "${name}"` }]
  return { name, warnings }
}

/** The input with a name that may be kept; one without a name has none. */
export const ofInput = (input: ImportInput) => {
  if (input.name === "") return { input, warnings: [] }
  const { name, warnings } = renamed(FileName.sanitize(input.name), input.name)
  return { input: { ...input, name }, warnings }
}

/** The content with names of files that may be kept, and what was warned of before. */
export const ofContent = (content: ImportedContent, before: ReadonlyArray<ImportWarning>): ImportedContent => {
  const files = content.files.map((file) => ({ file, ...renamed(file.path, file.name) }))
  return {
    ...content,
    files: files.map(({ file, name }) => ({ ...file, name })),
    warnings: [...before, ...content.warnings, ...files.flatMap(({ warnings }) => warnings)]
  }
}
