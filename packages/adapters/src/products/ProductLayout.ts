import { EventLoop, type Importer, type ImportWarning } from "@quire/core"
import { Effect } from "effect"
import type { FolderSettings } from "../generators/FolderSettings.ts"
import * as SourceText from "../import/SourceText.ts"
import type * as Summary from "../import/Summary.ts"
import * as PercentDecoding from "../text/PercentDecoding.ts"

/** The files of a source by path. */
export type Files = ReadonlyMap<string, Uint8Array>

/** How the export of a product is laid out. What is absent is as in a plain folder. */
export interface ProductLayout {
  /** The files, with pages made of what the product describes in another way, and without those that are no content. */
  readonly files: Files
  /** The table of contents, and the file that it was read from. */
  readonly contents?: { readonly path: string; readonly parts: ReadonlyArray<Summary.Part> }
  /** What the product says about the places of pages and folders. */
  readonly places?: Partial<Pick<FolderSettings, "page" | "folder">>
  /** The name in addresses of a page whose title the table of contents has. */
  readonly slugOf?: (path: string, title: string | undefined) => string | undefined
  /** The path of what a target in the page at `from` means; undefined if it means what it says. */
  readonly pathOf?: (from: string, target: string) => string | undefined
  /** The names of files whose paths have others. */
  readonly fileNames?: ReadonlyMap<string, string>
  readonly warnings?: ReadonlyArray<ImportWarning.ImportWarning>
}

/** The files of a source and what its archive says about them. */
export interface ProductSource {
  readonly files: Files
  /** The paths in the order of the archive. */
  readonly order: ReadonlyArray<string>
  /** The comment of the archive on a file. */
  readonly commentOf: (path: string) => string
}

/** Reads the layout of a product; undefined when the source is no export of it. */
export type ReadLayout = (source: ProductSource) => Effect.Effect<ProductLayout | undefined, Importer.ImportFailed>

/** The layout of the first product that a source is an export of. */
export const read = Effect.fnUntraced(function* (
  source: ProductSource,
  readers: ReadonlyArray<ReadLayout>
): Effect.fn.Return<ProductLayout, Importer.ImportFailed> {
  for (const readLayout of readers) {
    const layout = yield* readLayout(source)
    if (layout !== undefined) return layout
  }
  return { files: source.files }
})

/** The text of a file; undefined when it is none or too large for a page. */
export const textOf = (files: Files, path: string): string | undefined => {
  const bytes = files.get(path)
  const isHtml = /\.html?$/i.test(path)
  return bytes === undefined || SourceText.isTooLarge(bytes, isHtml)
    ? undefined
    : SourceText.decode(bytes, { isHtml })?.text
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The files with some replaced, and without those whose content is undefined. */
export const withFiles = (files: Files, changes: ReadonlyMap<string, Uint8Array | undefined>): Files => {
  const changed = new Map(files)
  for (const [path, bytes] of changes) {
    if (bytes === undefined) changed.delete(path)
    else changed.set(path, bytes)
  }
  return changed
}

export const limits = {
  /** Bytes of a text that is searched; the text of a larger file counts as empty. */
  searched: 1_048_576
} as const

/** Applies a function to the text of each path. */
export const mapTexts = <A>(
  files: Files,
  paths: ReadonlyArray<string>,
  f: (text: string, path: string) => A
): Effect.Effect<ReadonlyArray<A>> =>
  EventLoop.map(paths, (path) => {
    const size = files.get(path)?.byteLength ?? 0
    return f(size > limits.searched ? "" : (textOf(files, path) ?? ""), path)
  })

/** The path of a relative target without its query and fragment, decoded. */
export const barePath = (target: string): string => PercentDecoding.decode(target.split(/[?#]/, 1)[0] ?? "")
