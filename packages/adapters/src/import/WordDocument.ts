import { posix } from "node:path"
import { Effect } from "effect"
import { zipSync } from "fflate"
import type { ArchiveLimits } from "../archive/ArchiveLimits.ts"
import * as Zip from "../archive/Zip.ts"

/** A Word document as it is parsed, apart from its images. */
export interface WordDocument {
  /** The document, in which each image contains only its own path. */
  readonly text: Uint8Array
  /** The images by their path in the document. */
  readonly images: ReadonlyMap<string, Uint8Array>
}

/** Whether a path in a document is that of an image. */
export const isImage = (path: string): boolean => path.startsWith("word/media/")

/** The path of an image relative to the folder of its document. */
export const imagePath = (document: string, image: string): string => `${posix.basename(document)}/${image}`

/** Whether a part contains text; others are images, embedded workbooks and fonts. */
const isText = (path: string): boolean => /\.(?:xml|rels)$/i.test(path)

/** An archive with one document. */
export const asArchive = (name: string, bytes: Uint8Array): Zip.Archive => ({
  names: [name],
  special: [],
  commentOf: () => "",
  unpack: (isIncluded) => Effect.succeed(new Map(isIncluded(name) ? [[name, bytes]] : []))
})

/** Unpacks an untrusted Word document; its limits are those of an archive. Undefined when it is none. */
export const open = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  limits: ArchiveLimits
): Effect.fn.Return<WordDocument | undefined, Zip.ArchiveRefused> {
  const archive = yield* Zip.open(bytes, limits)
  if (!archive.names.includes("word/document.xml")) return undefined
  const parts = yield* archive.unpack(isText)
  const images = yield* archive.unpack(isImage)
  const stubs = Array.from(images.keys(), (path) => [path, new TextEncoder().encode(path)] as const)
  return { text: zipSync(Object.fromEntries([...parts, ...stubs]), { level: 0 }), images }
})
