import { Schema } from "effect"
import { OpenApiSpecId } from "../../foundation/id/Ids.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import type { ApiOutline } from "../description/ApiDescription.ts"
import { type OpenApiSpec, OpenApiVersionId } from "./OpenApiSpec.ts"

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

/** A version with its content, except for its parts. */
export interface SpecContent {
  readonly version: OpenApiVersion
  readonly outline: ApiOutline
}

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

/** A state of a description that could be read, as shown to members of its organization who are no guests. */
export const OpenApiVersionView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("openapi-spec-version"),
      id: OpenApiVersionId,
      createdAt: Timestamp,
      /**
       * Address of the description, byte for byte as it was sent; the address is the credential (rule spec-address).
       */
      url: Schema.String,
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      url: "Address of the description as it was uploaded or fetched.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "OpenAPISpecVersion" })
export type OpenApiVersionView = typeof OpenApiVersionView.Type

const File = Schema.Struct(
  describeFields(
    {
      contentType: Schema.String,
      /** In bytes; absent for versions created before it was stored. */
      size: optional(Schema.Int),
      url: Schema.String
    },
    { url: "Address of the file.", contentType: "Media type of the file.", size: "Size in bytes." }
  )
).annotate({ identifier: "OpenAPISpecFile" })

const Warning = Schema.Struct(
  describeFields(
    { at: Schema.String, problem: Schema.String },
    { at: "Location of the part in the description.", problem: "Reason why the part could not be read." }
  )
).annotate({ identifier: "OpenAPISpecWarning" })

/** The file of a description (always exactly one), by name, and the parts that could not be read. */
export const OpenApiContentView = Schema.Struct(
  describeFields(
    {
      filesystem: Schema.Record(Schema.String, File),
      url: Schema.String,
      warnings: Schema.Array(Warning),
      warningCount: Schema.Int
    },
    {
      warnings: "The first 100 parts of the description that could not be read and were left out.",
      warningCount: "Total number of parts that were left out.",
      url: "Address of the description as it was uploaded or fetched.",
      filesystem: "Files of the description by path."
    }
  )
).annotate({ identifier: "OpenAPISpecContent" })
export type OpenApiContentView = typeof OpenApiContentView.Type

export interface At {
  readonly base: string
  readonly signer: Signer
}

type Named = Pick<OpenApiVersion, "id" | "source">

const signedText = ({ id, source }: Named): string => `openapi/${id}/${source}`

/** The unguessable part of the address of a description (rule spec-address). */
export const downloadKey = (signer: Signer, version: Named): string => signer.sign(signedText(version))

/** Whether a part of an address opens a version. */
export const opens = (signer: Signer, version: Named, key: string): boolean => signer.verify(signedText(version), key)

const nameOf = (spec: OpenApiSpec, { format = "yaml" }: OpenApiVersion): string => `${spec.slug}.${format}`

/** YAML if the format was not determined, since JSON is also YAML. */
export const contentTypeOf = ({ format }: OpenApiVersion): string =>
  format === "json" ? "application/json" : "application/yaml"

const urlOf = (spec: OpenApiSpec, version: OpenApiVersion, { base, signer }: At): string =>
  `${base}/specs/${version.id}/${downloadKey(signer, version)}/${nameOf(spec, version)}`

export const view = (spec: OpenApiSpec, version: OpenApiVersion, at: At): OpenApiVersionView => ({
  object: "openapi-spec-version",
  id: version.id,
  createdAt: toTimestamp(version.createdAt),
  url: urlOf(spec, version, at),
  urls: { location: `${at.base}/v1/orgs/${spec.organization}/openapi/${spec.slug}/versions/${version.id}` }
})

export const contentView = (spec: OpenApiSpec, { outline, version }: SpecContent, at: At): OpenApiContentView => {
  const url = urlOf(spec, version, at)
  const size = version.size === undefined ? {} : { size: version.size }
  return {
    filesystem: { [nameOf(spec, version)]: { contentType: contentTypeOf(version), ...size, url } },
    url,
    warnings: outline.unread,
    warningCount: outline.unreadTotal
  }
}
