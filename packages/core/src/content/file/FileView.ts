import { Schema } from "effect"
import { sign } from "../../foundation/secret/Secrets.ts"
import type { File } from "../tree/File.ts"
import { sanitize } from "./FileName.ts"

/** A file of a revision as the API returns it; `size` is in bytes, `dimensions` in pixels. */
export const FileView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  contentType: Schema.String,
  downloadURL: Schema.String,
  size: Schema.Finite,
  dimensions: Schema.optionalKey(Schema.Struct({ width: Schema.Finite, height: Schema.Finite })),
  git: Schema.optionalKey(Schema.Struct({ oid: Schema.String, path: Schema.String }))
}).annotate({ identifier: "File" })
export type FileView = typeof FileView.Type

/** The unguessable part of a download URL; it changes only when the bytes change (rule file-address). */
export const downloadKey = (signingKey: string, space: string, file: string, blob: string): string =>
  sign(signingKey, `file/${space}/${file}/${blob}`)

export const downloadUrl = (
  at: { readonly base: string; readonly signingKey: string; readonly space: string },
  file: Pick<File, "id" | "blob" | "name">
): string => {
  const key = downloadKey(at.signingKey, at.space, file.id, file.blob)
  return `${at.base}/files/${at.space}/${file.id}/${key}/${encodeURIComponent(sanitize(file.name))}`
}

export const view = (
  self: File,
  at: { readonly base: string; readonly signingKey: string; readonly space: string }
): FileView => ({
  id: self.id,
  name: sanitize(self.name),
  contentType: self.contentType,
  downloadURL: downloadUrl(at, self),
  size: self.size,
  ...(self.dimensions === undefined ? {} : { dimensions: self.dimensions })
})
