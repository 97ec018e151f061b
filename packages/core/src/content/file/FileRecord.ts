import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/Ids.ts"
import * as Repository from "../../foundation/store/Repository.ts"

/**
 * The stored record that a revision of a space refers to some bytes: it authorizes a `downloadURL` and prevents the
 * removal of the blob. Inserted with the first revision that refers to them, deleted with the space.
 */
export const FileRecord = Schema.Struct({
  /** `{space}.{file}.{blob}`. */
  id: Schema.String,
  space: SpaceId,
  file: Schema.String,
  /** Hash of the bytes. */
  blob: Schema.String,
  contentType: Schema.String
})
export type FileRecord = typeof FileRecord.Type

export const rowId = (space: SpaceId, file: string, blob: string): string => `${space}.${file}.${blob}`

export const collection = Repository.collection({
  name: "file_records",
  schema: FileRecord,
  columns: {
    space: { kind: "text", of: (self) => self.space },
    file: { kind: "text", of: (self) => self.file },
    blob: { kind: "text", of: (self) => self.blob }
  },
  indexes: { all: { on: [] }, ofFile: { on: ["space", "file"] }, ofBlob: { on: ["blob"] } },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
