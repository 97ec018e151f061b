import type { Importer } from "@quire/core"
import { fileTypeFromBuffer } from "file-type"
import { imageSize } from "image-size"
import mime from "mime"
import * as Names from "./Names.ts"

const vectorImage = "image/svg+xml"

/** XML, and what has no mark of its own, may be a vector image; nothing else may pass for one. */
const contentTypeOf = async (path: string, bytes: Uint8Array): Promise<string> => {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const byName = mime.getType(path)
  if (byName === vectorImage && (found === undefined || found.mime === "application/xml")) return vectorImage
  return found?.mime ?? byName ?? "application/octet-stream"
}

/** Measures a copy, because the reader looks past the end of a view. */
const dimensionsOf = (bytes: Uint8Array) => {
  try {
    const { width, height } = imageSize(bytes.slice())
    return Number.isSafeInteger(width) && Number.isSafeInteger(height) && width > 0 && height > 0
      ? { width, height }
      : undefined
  } catch {
    return undefined
  }
}

export const isImage = (file: Importer.ImportedFile) => file.contentType.startsWith("image/")

/** Describes a file by what it holds, and by its name where that does not tell. */
export const describe = async (path: string, bytes: Uint8Array): Promise<Importer.ImportedFile> => {
  const contentType = await contentTypeOf(path, bytes)
  const dimensions = contentType.startsWith("image/") ? dimensionsOf(bytes) : undefined
  return { path, name: Names.basename(path), bytes, contentType, ...(dimensions === undefined ? {} : { dimensions }) }
}
