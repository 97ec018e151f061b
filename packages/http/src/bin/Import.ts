import { readdir, readFile, stat } from "node:fs/promises"
import { basename, join, relative, resolve, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { Actor, type Importer, ImportSource, Imports } from "@quire/core"
import { Effect, Schema } from "effect"
import { zipSync } from "fflate"
import * as Layers from "./Layers.ts"
import { type Settings, UsageError } from "./Settings.ts"

const decodeSource = Schema.decodeUnknownEffect(ImportSource.BuiltSource)

const guessSource = (name: string): ImportSource.BuiltSource => {
  if (/\.zip$/i.test(name)) return "zip"
  return /\.(md|markdown)$/i.test(name) ? "markdown" : /\.html?$/i.test(name) ? "html" : "website"
}

const isTerminal = process.stderr.isTTY === true

/** Writes progress to stderr: one overwritten line on a terminal, a line per step elsewhere. */
const printProgress = (text: string) =>
  Effect.sync(() => void process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`))

const skippedNames = new Set([".git", "node_modules", "__MACOSX", ".DS_Store"])

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

const readLocal = (path: string, chosen: ImportSource.BuiltSource | undefined) =>
  Effect.tryPromise({
    try: async (): Promise<Importer.ImportInput> => {
      const isFolder = (await stat(path)).isDirectory()
      const name = basename(path)
      return {
        source: isFolder ? "zip" : (chosen ?? guessSource(name)),
        bytes: isFolder ? await packFolder(path) : await readFile(path),
        contentType: undefined,
        url: pathToFileURL(path).href,
        name
      }
    },
    catch: () => new UsageError({ message: `"${path}" cannot be read` })
  })

/** Imports a file, a folder or the content at a URL into a space, as the host. */
export const importContent = (
  settings: Settings,
  options: {
    readonly what: string | undefined
    readonly space: string | undefined
    readonly source: string | undefined
  }
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const { space, what } = options
    if (what === undefined) return yield* new UsageError({ message: "import needs a file, a folder or a URL" })
    if (space === undefined) return yield* new UsageError({ message: "import needs --space ID" })
    if (settings.store._tag === "Memory") {
      return yield* new UsageError({ message: "the memory store keeps nothing for a running server to see" })
    }
    const chosen =
      options.source === undefined
        ? undefined
        : yield* decodeSource(options.source).pipe(
            Effect.mapError(
              () =>
                new UsageError({ message: `--source must be one of ${ImportSource.BuiltSource.literals.join(", ")}` })
            )
          )
    const isUrl = /^https?:\/\//i.test(what)
    if (isUrl && !URL.canParse(what)) return yield* new UsageError({ message: `"${what}" is not a URL` })
    yield* printProgress(`reading ${what}`)
    const input = isUrl ? undefined : yield* readLocal(resolve(what), chosen)
    yield* Effect.gen(function* () {
      const imports = yield* Imports.Imports
      const result =
        input === undefined
          ? yield* imports.intoSpace(space, { url: what, source: chosen ?? guessSource(new URL(what).pathname) })
          : yield* imports.bytesIntoSpace(space, input)
      const { importedResources, revision, totalResources, warnings = [] } = result
      yield* printProgress(`imported ${importedResources} of ${totalResources} pages and files as revision ${revision}`)
      if (isTerminal) yield* Effect.sync(() => void process.stderr.write("\n"))
      for (const { path, reason } of warnings) {
        yield* Effect.sync(() => void process.stderr.write(`${path === "" ? "" : `${path}: `}${reason}\n`))
      }
      yield* Effect.sync(() => void process.stdout.write(`${revision}\n`))
    }).pipe(
      Effect.provideService(Actor.Actor, Actor.system),
      Effect.provide(Layers.engine(settings, "http://localhost", true))
    )
  })
