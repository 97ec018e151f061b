import { Result, Schema } from "effect"

/** The sources whose bytes are fetched and read. */
export const FetchedSource = Schema.Literals([
  "website",
  "docx",
  "markdown",
  "html",
  "zip",
  "confluence",
  "github-wiki",
  "dropbox-paper",
  "notion",
  "quip",
  "google-docs"
])
export type FetchedSource = typeof FetchedSource.Type

/** Every source that an import may name; only some can be imported from (rule import-warnings). */
export const ImportSource = Schema.Literals([...FetchedSource.literals, "open-api"])
export type ImportSource = typeof ImportSource.Type

/** The sources that can be imported from. */
export const BuiltSource = Schema.Literals(["website", "markdown", "html", "docx", "zip"])
export type BuiltSource = typeof BuiltSource.Type

/** The format of a file by its extension; undefined if nothing can be imported from such files. */
export const formatOf = (name: string): BuiltSource | undefined => {
  if (/\.zip$/i.test(name)) return "zip"
  if (/\.docx$/i.test(name)) return "docx"
  if (/\.(mdx?|markdown)$/i.test(name)) return "markdown"
  return /\.html?$/i.test(name) ? "html" : undefined
}

/** Nothing can be imported from this kind of source. */
export class ImportSourceUnsupported extends Schema.TaggedError<ImportSourceUnsupported>()("ImportSourceUnsupported", {
  source: ImportSource
}) {
  readonly kind = "invalid"
  override get message() {
    return `source: "${this.source}" ${this.rule}`
  }
  get details() {
    return [{ path: "source", rule: this.rule }]
  }
  private get rule() {
    return `is not supported: use ${BuiltSource.literals.join(", ")} or, when importing into a space, open-api`
  }
}

const isBuilt = Schema.is(BuiltSource)

export const requireBuilt = (source: ImportSource): Result.Result<BuiltSource, ImportSourceUnsupported> =>
  isBuilt(source) ? Result.succeed(source) : Result.fail(new ImportSourceUnsupported({ source }))
