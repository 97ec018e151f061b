import type { Importer } from "@quire/core"
import { fileTypeFromBuffer } from "file-type"
import { imageSize } from "image-size"
import mime from "mime"
import * as Names from "./Names.ts"

/** Parsers of images may walk a file as often as it has parts, so they only get its beginning. */
export const limits = {
  /** Bytes read to detect the type of a file. */
  typeBytes: 65_536,
  /** Bytes read to measure an image. */
  imageBytes: 16_384,
  /**
   * Bytes read to measure a photograph: a camera may write 64 kB of metadata before the dimensions, and other tools
   * more.
   */
  photographBytes: 131_072,
  /** Greatest length of a side in pixels; larger values are taken for errors. */
  pixels: 65_535
} as const

const vectorImage = "image/svg+xml"

/** Detects a content type. Only XML, and files without a signature, may be a vector image by name. */
const contentTypeOf = async (path: string, bytes: Uint8Array): Promise<string> => {
  const found = await fileTypeFromBuffer(bytes.subarray(0, limits.typeBytes)).catch(() => undefined)
  const byName = mime.getType(path)
  if (byName === vectorImage && (found === undefined || found.mime === "application/xml")) return vectorImage
  return found?.mime ?? byName ?? "application/octet-stream"
}

const isPhotograph = ([first, second]: Uint8Array): boolean => first === 0xff && second === 0xd8

const isSide = (pixels: number): boolean => Number.isSafeInteger(pixels) && pixels > 0 && pixels <= limits.pixels

/** Measures a copy of the beginning, because the reader would look past the end of a view. */
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
 * Describes a file by its first bytes, or by its name where the bytes are ambiguous. An image whose dimensions come
 * later in the file has none.
 */
export const describe = async (path: string, bytes: Uint8Array): Promise<Importer.ImportedFile> => {
  const contentType = await contentTypeOf(path, bytes)
  const dimensions = contentType.startsWith("image/") ? dimensionsOf(bytes) : undefined
  return { path, name: Names.basename(path), bytes, contentType, ...(dimensions === undefined ? {} : { dimensions }) }
}
