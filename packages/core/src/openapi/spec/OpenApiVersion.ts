import { Schema } from "effect"
import { OpenApiSpecId } from "../../foundation/id/OpenApiSpecId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { OpenApiVersionId } from "./OpenApiSpec.ts"

export const Format = Schema.Literals(["json", "yaml"])
export type Format = typeof Format.Type

/**
 * Format of a description: JSON if the text begins with a brace, since YAML that begins with one is rarely anything
 * else.
 */
export const formatOf = (bytes: Uint8Array): Format =>
  /^\s*[{[]/.test(new TextDecoder().decode(bytes.subarray(0, 256))) ? "json" : "yaml"

/**
 * A version of a description that could be read. Its content is in the blob store, each text by the hash of its bytes,
 * so that equal texts are stored once (rule spec-content).
 */
export const OpenApiVersion = Schema.Struct({
  id: OpenApiVersionId,
  spec: OpenApiSpecId,
  /** The description as it was sent, byte for byte. */
  source: Schema.String,
  /** Its format and its bytes; absent in versions that were created before these were stored. */
  format: Schema.optionalKey(Format),
  size: Schema.optionalKey(Schema.Int),
  /** The parsed content: the outline and the parts that it refers to by number. */
  outline: Schema.String,
  parts: Schema.Array(Schema.String),
  /** Number of operations. */
  operations: Schema.Int,
  createdAt: Instant
})
export type OpenApiVersion = typeof OpenApiVersion.Type

export const blobsOf = ({ outline, parts, source }: OpenApiVersion): ReadonlyArray<string> => [
  ...new Set([source, outline, ...parts])
]

export const collection = Repository.collection({
  name: "openapi_versions",
  schema: OpenApiVersion,
  columns: {
    spec: { kind: "text", of: (self) => self.spec },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: { ofSpec: { on: ["spec"] }, all: { on: [] } },
  unique: {},
  references: [{ column: "spec", to: "openapi_specs", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
