import { Clock, Context, Effect, Layer, Option } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, SpaceId } from "../../foundation/id/Ids.ts"
import { checked, InputInvalid } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor, actorId } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { permit, ReferenceNotFound } from "../../people/access/Access.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import * as Upload from "./Upload.ts"

const { limits } = Upload

const forgetting = JobKind.repeated({ name: "old-uploads", every: 3_600_000, deadline: 60_000 })

const check = checked(Upload.UploadCreate)

const refuse = (path: string, rule: string) => new InputInvalid({ details: [{ path, rule }] })

const noBytes = new Uint8Array(0)

/** Bytes that continue an upload. */
export interface UploadChunk {
  /** Number of bytes that the upload has. */
  readonly offset: number
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes in base64url without padding; checked if present. */
  readonly sha256?: string | undefined
}

/** Finds uploads for operations that have decided about access to their space. */
export class UploadLookup extends Context.Service<UploadLookup>()("@quire/core/UploadLookup", {
  make: Effect.gen(function* () {
    const uploads = yield* Repository.make(Upload.collection)

    /** The upload of the caller to a space, if it exists and has not expired (rule upload-owner). */
    const find = Effect.fnUntraced(function* (space: string, id: string) {
      const creator = actorId(yield* Actor)
      const now = yield* Clock.currentTimeMillis
      return Option.filter(
        yield* uploads.get(id),
        ({ value }) => value.space === space && value.creator === creator && value.expiresAt > now
      )
    })

    /** A complete upload of the caller that a field of the request names, with its hash (rule upload-use). */
    const requireComplete = Effect.fnUntraced(function* (space: string, id: string, field: string) {
      const row = yield* find(space, id)
      if (Option.isNone(row)) return yield* new ReferenceNotFound({ field, id })
      const { value } = row.value
      if (!Upload.isComplete(value)) {
        const rule = `must be complete: it has ${value.offset} of ${value.size} bytes`
        return yield* new ReferenceNotFound({ field, id, rule })
      }
      const [blob = ""] = value.chunks
      return { upload: value, blob }
    })

    return { find, requireComplete, remove: uploads.remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Receives the bytes of files, which an edit then adds to content (rule upload-use). */
export class Uploads extends Context.Service<Uploads>()("@quire/core/Uploads", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const blobs = yield* BlobStore
    const nextId = yield* IdGenerator
    const addresses = yield* Addresses
    const jobs = yield* Jobs
    const { mutate } = yield* Mutation
    const { find } = yield* UploadLookup
    const organizations = yield* Repository.make(organizationCollection)
    const uploads = yield* Repository.make(Upload.collection)

    const view = (upload: Upload.Upload) => Upload.view(upload, addresses.base)

    const checkSize = ({ offset, size }: Upload.Upload, { length }: Uint8Array) => {
      if (length > limits.chunkBytes) return refuse("bytes", `must be at most ${limits.chunkBytes} bytes`)
      return length > size - offset
        ? refuse("bytes", `must be at most ${size - offset} bytes, which the upload lacks`)
        : undefined
    }

    /** The upload with further bytes, which are stored; those of a complete upload as one (rule blob-join). */
    const extend = Effect.fnUntraced(function* (upload: Upload.Upload, { bytes, sha256 }: UploadChunk) {
      const fault = checkSize(upload, bytes)
      if (fault !== undefined) return yield* fault
      if (bytes.length === 0 && upload.size > 0 && sha256 === undefined) return upload
      if (upload.chunks.length >= limits.chunks) return yield* new Upload.TooManyChunks()
      const hash = yield* blobs.put(bytes)
      if (sha256 !== undefined && sha256 !== hash) return yield* refuse("content-digest", "must be that of the body")
      if (bytes.length === 0 && upload.size > 0) return upload
      const next = { ...upload, offset: upload.offset + bytes.length, chunks: [...upload.chunks, hash] }
      if (!Upload.isComplete(next) || next.chunks.length === 1) return next
      return { ...next, chunks: [yield* blobs.join(next.chunks)] }
    })

    /** Locks the organization, so that concurrent requests count each other's uploads. */
    const checkCount = Effect.fnUntraced(function* (organization: OrganizationId, creator: string, now: number) {
      yield* organizations.lockOnly([organization])
      const range = { from: now + 1 }
      const own = yield* uploads.count("ofCreator", { equals: { organization, creator }, range }, limits.perCreator)
      if (own >= limits.perCreator) return yield* new Upload.TooManyUploads({ of: "user" })
      const all = yield* uploads.count("inOrganization", { equals: { organization }, range }, limits.perOrganization)
      if (all >= limits.perOrganization) return yield* new Upload.TooManyUploads({ of: "organization" })
    })

    /**
     * Creates an upload to a space whose content the caller may edit, with its first bytes. Without a size, these are the
     * whole file.
     */
    const create = operation("Uploads.create")(function* (
      space: string,
      given: Upload.UploadCreate,
      first: Partial<Omit<UploadChunk, "offset">> = {}
    ) {
      const { bytes = noBytes, sha256 } = first
      const { size = bytes.length, ...input } = yield* check(given)
      const { access } = yield* base.admit({ space }, "content:edit")
      const { organization } = access.placement.value
      const creator = actorId(yield* Actor)
      const now = yield* Clock.currentTimeMillis
      const begun: Upload.Upload = {
        ...input,
        id: Upload.UploadId.make(yield* nextId),
        organization,
        space: SpaceId.make(space),
        creator,
        size,
        offset: 0,
        chunks: [],
        expiresAt: now + limits.lifetime
      }
      const upload = yield* extend(begun, { offset: 0, bytes, sha256 })
      return yield* mutate(
        Effect.gen(function* () {
          yield* checkCount(organization, creator, now)
          yield* base.decideAgain({ space }, "content:edit")
          yield* uploads.insert(upload)
          return view(upload)
        })
      )
    })

    /** Finds an upload of a caller who may edit the content of its space; the uploads of others do not exist. */
    const admit = Effect.fnUntraced(function* (space: string, id: string) {
      const { access } = yield* base.admit({ space }, "content:view")
      const found = yield* find(space, id)
      if (Option.isSome(found)) yield* permit(access, "content:edit")
      return found
    })

    const open = Effect.fnUntraced(function* (space: string, id: string) {
      const found = yield* admit(space, id)
      if (Option.isNone(found)) return yield* new Upload.UploadNotFound({ id })
      return found.value
    })

    /** An upload of the caller. */
    const get = operation("Uploads.get")(function* (space: string, id: string) {
      return view((yield* open(space, id)).value)
    })

    /** Adds bytes to an upload of the caller. Of concurrent calls, one succeeds (rule upload-offset). */
    const append = operation("Uploads.append")(function* (space: string, id: string, chunk: UploadChunk) {
      const seen = yield* open(space, id)
      const mismatch = (offset: number) => new Upload.UploadOffsetMismatch({ given: chunk.offset, offset })
      if (seen.value.offset !== chunk.offset) return yield* mismatch(seen.value.offset)
      const next = yield* extend(seen.value, chunk)
      return yield* mutate(
        Effect.gen(function* () {
          yield* base.decideAgain({ space }, "content:edit")
          const current = (yield* uploads.lock([id])).get(id)
          if (current === undefined) return yield* new Upload.UploadNotFound({ id })
          if (current.version !== seen.version) return yield* mismatch(current.value.offset)
          yield* uploads.update(current, next)
          return view(next)
        })
      )
    })

    /** Deletes an upload of the caller. Returns whether it existed. */
    const remove = operation("Uploads.remove")(function* (space: string, id: string) {
      if (Option.isNone(yield* admit(space, id))) return false
      return yield* mutate(
        Effect.gen(function* () {
          yield* base.decideAgain({ space }, "content:edit")
          return (yield* uploads.remove([id])) > 0
        })
      )
    })

    /** Deletes expired uploads. Their bytes are removed like other unreferenced ones (rule upload-expiry). */
    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      mutate(uploads.removeWhere("expiry", { equals: {}, range: { to: now - limits.grace } }))
    )

    yield* jobs.repeat(forgetting, forgetOld)

    return { create, get, append, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, Jobs.layer, Mutation.layer, UploadLookup.layer])
  )
}
