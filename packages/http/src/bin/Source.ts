import type { Dirent } from "node:fs"
import { readdir, readFile, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Importer, ImportProgress, ImportSource, type Imports } from "@quire/core"
import { Effect } from "effect"
import { UsageError } from "./UsageError.ts"

/** The format of a file or address; without a known extension, that of a website. */
export const guess = (name: string): ImportSource.BuiltSource => ImportSource.formatOf(name) ?? "website"

const isTerminal = process.stderr.isTTY === true

const writeProgress = (text: string) => void process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)

/** Writes progress to stderr: one overwritten line on a terminal, a line per step elsewhere. */
export const printProgress = (text: string) => Effect.sync(() => writeProgress(text))

const printLine = (line: string) => Effect.sync(() => void process.stderr.write(`${line}\n`))

/** Prints what was done, and what could not be imported unchanged. */
export const printResult = Effect.fnUntraced(function* (
  done: string,
  warnings: NonNullable<Imports.ImportResult["warnings"]>
) {
  yield* printProgress(done)
  if (isTerminal) yield* printLine("")
  for (const { line, path, reason } of warnings) {
    const place = line === undefined ? path : `${path}:${line}`
    yield* printLine(`${place === "" ? "" : `${place}: `}${reason}`)
  }
})

/** Prints what an import brought and lost, with the number of warnings of each kind at the end. */
export const printReport = Effect.fnUntraced(function* (result: Imports.ImportResult) {
  const { importedResources, report, totalResources, warnings = [] } = result
  const { resolved, unresolved } = report.links
  const links = resolved + unresolved === 0 ? "" : `, resolved ${resolved} of ${resolved + unresolved} links`
  yield* printResult(`imported ${importedResources} of ${totalResources} pages and files${links}`, warnings)
  if (report.warnings.length === 0) return
  const total = report.warnings.reduce((sum, { count }) => sum + count, 0)
  const kinds = report.warnings.map(({ count, kind }) => `${kind} ${count}`)
  yield* printLine(`${total} ${total === 1 ? "warning" : "warnings"}: ${kinds.join(", ")}`)
})

const bar = { cells: 24, steps: 10 } as const

const drawBar = ({ done, total }: ImportProgress.ImportProgress) => {
  const filled = Math.round((done / Math.max(total, 1)) * bar.cells)
  return `reading pages ${"█".repeat(filled)}${"░".repeat(bar.cells - filled)} ${done}/${total}`
}

/** Shows how many pages an import has read: a bar on a terminal, at most ten lines elsewhere. */
export const withProgress = <A, E, R>(importing: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  let next = 0
  const show = (progress: ImportProgress.ImportProgress) => {
    const { done, total } = progress
    if (isTerminal) return writeProgress(drawBar(progress))
    const step = Math.floor((done / Math.max(total, 1)) * bar.steps)
    if (total < 100 || step < next) return
    next = step + 1
    writeProgress(`read ${done} of ${total} pages`)
  }
  return Effect.provideService(importing, ImportProgress.ImportProgressListener, show)
}

/** Names of folders and files that tools leave in folders; they are not content, and may have many files. */
const skippedNames = new Set([".git", ".docusaurus", ".astro", "node_modules", "__MACOSX", ".DS_Store"])

/** Files of a folder after which it is not listed further: imports have fewer. */
const mostFiles = 100_000

/** Lists the files below a folder; links are not followed. */
const listFolder = async (folder: string): Promise<Importer.SourceFolder> => {
  const files: Array<Importer.SourceFolder["files"][number]> = []
  const special: Array<string> = []
  const open: Array<string> = [""]
  for (let at = open.pop(); at !== undefined && files.length < mostFiles; at = open.pop()) {
    const entries: ReadonlyArray<Dirent> = await readdir(join(folder, at), { withFileTypes: true })
    for (const entry of entries) {
      const path = `${at}${entry.name}`
      if (skippedNames.has(entry.name)) continue
      if (entry.isDirectory()) open.push(`${path}/`)
      else if (entry.isFile()) files.push({ path, size: (await stat(join(folder, path))).size })
      else special.push(path)
    }
  }
  return { files, special, read: (path) => Effect.promise(() => readFile(join(folder, path))) }
}

/** Opens a file or a folder as a source of an import. */
export const readLocal = (path: string, chosen: ImportSource.BuiltSource | undefined) =>
  Effect.tryPromise({
    try: async (): Promise<Importer.ImportInput> => {
      const isFolder = (await stat(path)).isDirectory()
      const name = basename(path)
      return {
        source: isFolder ? "zip" : (chosen ?? guess(name)),
        bytes: isFolder ? await listFolder(path) : await readFile(path),
        contentType: undefined,
        url: pathToFileURL(path).href,
        name
      }
    },
    catch: () => new UsageError({ message: `"${path}" cannot be read` })
  })

/** Whether a source has many pages, so that importing it again updates them. */
export const isWhole = ({ bytes, source }: Importer.ImportInput): boolean =>
  !(bytes instanceof Uint8Array) || source === "zip"
