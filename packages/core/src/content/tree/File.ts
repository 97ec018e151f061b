import { Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as StoredValue from "./StoredValue.ts"

/** A file as stored in the map of files under its id; `blob` is the hash of its bytes. */
export const FileEntry = Schema.Struct({
  name: Schema.String,
  contentType: Schema.String,
  /** Bytes. */
  size: Schema.Int,
  blob: Schema.String,
  /** Pixels; images only. */
  dimensions: Schema.optionalKey(Schema.Struct({ width: Schema.Int, height: Schema.Int }))
})

export type File = typeof FileEntry.Type & { readonly id: string }

const stored = StoredValue.make(FileEntry)

export const fromStored = (id: string, json: Json): File => ({ id, ...stored.decode(json) })

export const toStored = (file: File): Json => stored.encode(file)
