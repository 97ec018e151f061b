import type { Importer } from "@quire/core"
import { fileTypeFromBuffer } from "file-type"
import { imageSize } from "image-size"
import mime from "mime"
import * as Names from "./Names.ts"

/** Parsers of images walk what a file says of itself, at worst as often as it has parts: they get its beginning. */
export const limits = {
  /** Bytes that tell what a file is. */
  typeBytes: 65_536,
  /** Bytes of an image that tell how large it is. */
  imageBytes: 16_384,
  /** Bytes of a photograph that do: a camera may write 64 kB of its own before them, and others more. */
  photographBytes: 131_072,
  /** Pixels of a side; more are a mistake. */
  pixels: 65_535
} as const

const vectorImage = "image/svg+xml"

/** XML, and what has no mark of its own, may be a vector image; nothing else may pass for one. */
const contentTypeOf = async (path: string, bytes: Uint8Array): Promise<string> => {
  const found = await fileTypeFromBuffer(bytes.subarray(0, limits.typeBytes)).catch(() => undefined)
  const byName = mime.getType(path)
  if (byName === vectorImage && (found === undefined || found.mime === "application/xml")) return vectorImage
  return found?.mime ?? byName ?? "application/octet-stream"
}

const isPhotograph = ([first, second]: Uint8Array): boolean => first === 0xff && second === 0xd8

const isSide = (pixels: number): boolean => Number.isSafeInteger(pixels) && pixels > 0 && pixels <= limits.pixels

/** Measures a copy of the beginning, because the reader looks past the end of a view. */
const dimensionsOf = (bytes: Uint8Array): Importer.ImportedFile["dimensions"] => {
  const most = isPhotograph(bytes) ? limits.photographBytes : limits.imageBytes
  try {
    const { width, height } = imageSize(Uint8Array.from(bytes.subarray(0, most)))
    return isSide(width) && isSide(height) ? { width, height } : undefined
  } catch {
    return undefined
  }
}

export const isImage = (file: Importer.ImportedFile) => file.contentType.startsWith("image/")

/**
 * Describes a file by what it begins with, and by its name where that does not tell. An image that says further on how
 * large it is has no dimensions.
 */
export const describe = async (path: string, bytes: Uint8Array): Promise<Importer.ImportedFile> => {
  const contentType = await contentTypeOf(path, bytes)
  const dimensions = contentType.startsWith("image/") ? dimensionsOf(bytes) : undefined
  return { path, name: Names.basename(path), bytes, contentType, ...(dimensions === undefined ? {} : { dimensions }) }
}
