import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import type { File } from "../tree/File.ts"
import { sanitize } from "./FileName.ts"

/** The parts of a file URL: what it identifies, and the key that authorizes access (rule file-address). */
export interface FileAddress {
  readonly space: string
  readonly file: string
  readonly key: string
  readonly name: string
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ""
  }
}

/** Parses a file URL; undefined for any other URL. `base` is the base URL of the server. */
export const parse = (base: string, url: string): FileAddress | undefined => {
  const prefix = new URL(`${base}/files/`)
  const given = URL.canParse(url) ? new URL(url) : undefined
  if (given?.origin !== prefix.origin || !given.pathname.startsWith(prefix.pathname)) return undefined
  const parts = given.pathname.slice(prefix.pathname.length).split("/").map(decode)
  const [space = "", file = "", key = "", name = ""] = parts
  return parts.length === 4 && parts.every((part) => part !== "") ? { space, file, key, name } : undefined
}

/** A file of a revision as the API returns it; `size` is in bytes, `dimensions` in pixels. */
export const FileView = Schema.Struct(
  describeFields(
    {
      id: Schema.String,
      name: Schema.String,
      contentType: Schema.String,
      downloadURL: Schema.String,
      size: Schema.Finite,
      dimensions: Schema.optionalKey(
        Schema.Struct(
          describeFields(
            { width: Schema.Finite, height: Schema.Finite },
            { width: "Width in pixels.", height: "Height in pixels." }
          )
        )
      ),
      git: Schema.optionalKey(
        Schema.Struct(
          describeFields(
            { oid: Schema.String, path: Schema.String },
            { oid: "Identifier of the Git object.", path: "Path within the repository." }
          )
        )
      )
    },
    {
      name: "Name of the file, with its extension.",
      downloadURL: "Address from which the file is downloaded.",
      dimensions: "Width and height of an image, in pixels.",
      git: "Object and path in a synchronized repository.",
      id: "Identifier, which never changes.",
      contentType: "Media type of the file.",
      size: "Size in bytes."
    }
  )
).annotate({ identifier: "File" })
export type FileView = typeof FileView.Type

const signedText = (space: string, file: string, blob: string): string => `file/${space}/${file}/${blob}`

/** The unguessable part of a download URL; it changes when the bytes or the signing key change (rule file-address). */
export const downloadKey = (signer: Signer, space: string, file: string, blob: string): string =>
  signer.sign(signedText(space, file, blob))

/** Whether the key in a download URL is valid for a file with these bytes. */
export const opens = (signer: Signer, key: string, space: string, file: string, blob: string): boolean =>
  signer.verify(signedText(space, file, blob), key)

export const downloadUrl = (
  at: { readonly base: string; readonly signer: Signer; readonly space: string },
  file: Pick<File, "id" | "blob" | "name">
): string => {
  const key = downloadKey(at.signer, at.space, file.id, file.blob)
  return `${at.base}/files/${at.space}/${file.id}/${key}/${encodeURIComponent(sanitize(file.name))}`
}

export const view = (
  self: File,
  at: { readonly base: string; readonly signer: Signer; readonly space: string }
): FileView => ({
  id: self.id,
  name: sanitize(self.name),
  contentType: self.contentType,
  downloadURL: downloadUrl(at, self),
  size: self.size,
  ...(self.dimensions === undefined ? {} : { dimensions: self.dimensions })
})
