import { readdir, readFile, stat } from "node:fs/promises"
import { basename, join, relative, sep } from "node:path"
import { pathToFileURL } from "node:url"
import type { Importer, ImportSource } from "@quire/core"
import { Effect } from "effect"
import { zipSync } from "fflate"
import { UsageError } from "./UsageError.ts"

export const guess = (name: string): ImportSource.BuiltSource => {
  if (/\.zip$/i.test(name)) return "zip"
  if (/\.docx$/i.test(name)) return "docx"
  return /\.(mdx?|markdown)$/i.test(name) ? "markdown" : /\.html?$/i.test(name) ? "html" : "website"
}

const isTerminal = process.stderr.isTTY === true

/** Writes progress to stderr: one overwritten line on a terminal, a line per step elsewhere. */
export const printProgress = (text: string) =>
  Effect.sync(() => void process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`))

const printLine = (line: string) => Effect.sync(() => void process.stderr.write(`${line}\n`))

/** Prints what was imported, and what could not be imported unchanged. */
export const printResult = Effect.fnUntraced(function* (
  done: string,
  warnings: ReadonlyArray<{ readonly path: string; readonly reason: string }>
) {
  yield* printProgress(done)
  if (isTerminal) yield* printLine("")
  for (const { path, reason } of warnings) yield* printLine(`${path === "" ? "" : `${path}: `}${reason}`)
})

const skippedNames = new Set([".git", ".docusaurus", ".astro", "node_modules", "__MACOSX", ".DS_Store"])

/** Zips every file below a folder without compression; links are not followed. */
const packFolder = async (folder: string): Promise<Uint8Array> => {
  const files: { [name: string]: Uint8Array } = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath ?? folder, entry.name)
    const name = relative(folder, path).split(sep)
    if (!name.some((part) => skippedNames.has(part))) files[name.join("/")] = await readFile(path)
  }
  return zipSync(files, { level: 0 })
}

/** Reads a file or a folder as a source of an import. */
export const readLocal = (path: string, chosen: ImportSource.BuiltSource | undefined) =>
  Effect.tryPromise({
    try: async (): Promise<Importer.ImportInput> => {
      const isFolder = (await stat(path)).isDirectory()
      const name = basename(path)
      return {
        source: isFolder ? "zip" : (chosen ?? guess(name)),
        bytes: isFolder ? await packFolder(path) : await readFile(path),
        contentType: undefined,
        url: pathToFileURL(path).href,
        name
      }
    },
    catch: () => new UsageError({ message: `"${path}" cannot be read` })
  })
