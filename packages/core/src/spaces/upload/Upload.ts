import { Schema } from "effect"
import { FileName } from "../../content/file/FileName.ts"
import { MediaType } from "../../content/file/MediaType.ts"
import * as BlobUses from "../../foundation/blob/BlobUses.ts"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"

export const limits = {
  /** Bytes of one uploaded file. */
  fileBytes: 104_857_600,
  /** Bytes that one request adds to an upload. */
  chunkBytes: 10_485_760,
  /** Requests that add bytes to one upload. */
  chunks: 1_000,
  /** Uploads that one caller, and all callers of an organization, may have at the same time. */
  perCreator: 100,
  perOrganization: 1_000,
  /** How long an upload can be continued and used, and how much longer its bytes are kept; in ms. */
  lifetime: 86_400_000,
  grace: 3_600_000
} as const

export const UploadId = Id.make("UploadId", "Identifier of an upload.")
export type UploadId = typeof UploadId.Type

/** Bytes that a caller sends to a space, in one request or several, before an edit makes them a file. */
export const Upload = Schema.Struct({
  id: UploadId,
  organization: OrganizationId,
  space: SpaceId,
  /** Id of the caller that created it: a user, an installation, or the host. */
  creator: Schema.String,
  name: Schema.String,
  contentType: optional(Schema.String),
  size: Schema.Int,
  /** Number of bytes received. */
  offset: Schema.Int,
  /** Hashes of the received chunks; one hash of the whole when the upload is complete. */
  chunks: Schema.Array(Schema.String),
  expiresAt: Instant
})
export type Upload = typeof Upload.Type

export const isComplete = ({ offset, size }: Upload): boolean => offset === size

const blobsOf = ({ chunks }: Upload): ReadonlyArray<string> => chunks

export const collection = Repository.collection({
  name: "uploads",
  schema: Upload,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    space: { kind: "text", of: (self) => self.space },
    creator: { kind: "text", of: (self) => self.creator },
    expiresAt: { kind: "instant", of: (self) => self.expiresAt },
    blobs: { kind: "set", of: blobsOf }
  },
  indexes: {
    all: { on: [] },
    inOrganization: { on: ["organization"], order: ["expiresAt"] },
    ofCreator: { on: ["organization", "creator"], order: ["expiresAt"] },
    expiry: { on: [], order: ["expiresAt"] }
  },
  unique: {},
  references: [{ column: "space", to: "spaces", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const blobSource = BlobUses.source(collection, blobsOf)

const Size = Schema.Int.pipe(
  Schema.check(
    Schema.isBetween(
      { minimum: 0, maximum: limits.fileBytes },
      { expected: `a number of bytes between 0 and ${limits.fileBytes}` }
    )
  )
)

export const UploadCreate = closed(
  "UploadCreate",
  { name: FileName, size: optional(Size), contentType: optional(MediaType) },
  {
    name: "Name of the file, with its extension.",
    size: "Size of the whole file in bytes. Defaults to the size of the first bytes, which are then the whole file.",
    contentType: "Media type of the file. Detected from the content if absent."
  }
)
export type UploadCreate = typeof UploadCreate.Type

/** An upload as the API returns it to its creator. */
export const UploadView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("upload"),
      id: UploadId,
      name: Schema.String,
      contentType: Schema.optionalKey(Schema.String),
      size: Schema.Int,
      offset: Schema.Int,
      expiresAt: Timestamp,
      urls: Schema.Struct(
        describeFields({ location: Schema.String }, { location: "Address of the object in the API." })
      )
    },
    {
      id: "Identifier, which `insert_files` takes as `upload`.",
      name: "Name of the file, with its extension.",
      contentType: "Media type of the file. Absent if it is to be detected from the content.",
      size: "Size of the whole file in bytes.",
      offset: "Number of bytes received. The upload is complete when it equals `size`.",
      expiresAt: "When the upload is deleted, unless its file was added to content before.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "Upload" })
export type UploadView = typeof UploadView.Type

export const view = ({ contentType, expiresAt, id, name, offset, size, space }: Upload, base: string): UploadView => ({
  object: "upload",
  id,
  name,
  ...(contentType === undefined ? {} : { contentType }),
  size,
  offset,
  expiresAt: toTimestamp(expiresAt),
  urls: { location: `${base}/v1/spaces/${space}/uploads/${id}` }
})

/** The caller has no such upload in the space: it was used, deleted or has expired, or is of another caller. */
export class UploadNotFound extends Schema.TaggedError<UploadNotFound>()("UploadNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `upload ${this.id} does not exist`
  }
}

/** The chunk does not continue the upload (rule upload-offset). */
export class UploadOffsetMismatch extends Schema.TaggedError<UploadOffsetMismatch>()("UploadOffsetMismatch", {
  given: Schema.Number,
  offset: Schema.Number
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `the offset is ${this.given}, but the upload has ${this.offset} bytes: continue from there`
  }
  get details() {
    return [{ path: "upload-offset", rule: `must be ${this.offset}` }]
  }
}

/** The upload consists of as many chunks as it may. */
export class TooManyChunks extends Schema.TaggedError<TooManyChunks>()("TooManyChunks", {}) {
  readonly kind = "limit" as const
  override get message() {
    return `an upload can have at most ${limits.chunks} chunks: send larger ones`
  }
}

/** The caller or the organization has reached its limit of uploads. */
export class TooManyUploads extends Schema.TaggedError<TooManyUploads>()("TooManyUploads", {
  of: Schema.Literals(["user", "organization"])
}) {
  readonly kind = "limit" as const
  override get message() {
    const [who, limit] =
      this.of === "user" ? ["a user", limits.perCreator] : ["an organization", limits.perOrganization]
    return `${who} can have at most ${limit} uploads at the same time: use or delete some, or wait until they expire`
  }
}
