import { Context, Effect, Layer, Result, Schema, Stream } from "effect"
import { Base64 } from "effect/encoding"
import type { File } from "../../content/tree/File.ts"
import { BlobStore, type StoredBlob } from "../../foundation/blob/BlobStore.ts"
import { Fetcher, pageLimits } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { Importers } from "../import/Importer.ts"
import { UploadLookup } from "../upload/Uploads.ts"
import type { ChangeOf, ContentChange, ContentEdit, NewFile } from "./EditInput.ts"
import type { RememberedTexts } from "./EditMarkdown.ts"

/** Two changes of the batch have the same `ref` (rule batch-references). */
export class RefTaken extends Schema.TaggedError<RefTaken>()("RefTaken", { field: Schema.String, ref: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.field}: the ref ${this.ref} is already used in this request`
  }
  get details() {
    return [{ path: this.field, rule: "must not be the ref of another change in the request" }]
  }
}

/** A file of the batch could not be fetched from its address (rule revision-atomic). */
export class FileNotFetched extends Schema.TaggedError<FileNotFetched>()("FileNotFetched", {
  field: Schema.String,
  problem: Schema.String
}) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `${this.field}: ${this.problem}`
  }
}

/** A batch with everything that does not depend on the content: the ids of created items, and stored bytes. */
export interface EditPlan {
  readonly changes: ReadonlyArray<ContentChange>
  /** Ids by ref. */
  readonly refs: ReadonlyMap<string, string>
  /** The id of the item that a change creates, by the index of the change in the batch. */
  readonly made: ReadonlyMap<number, string>
  /** The files that a change brings, by the index of the change in the batch. */
  readonly files: ReadonlyMap<number, ReadonlyArray<File>>
  /** Ids of the uploads whose bytes the files have. */
  readonly uploads: ReadonlyArray<string>
  readonly texts: RememberedTexts
}

/** Bytes at the beginning of an upload from which its type and dimensions are detected. */
const describedBytes = 131_072

type UploadedFile = Extract<NewFile, { readonly upload: string }>

const isUploaded = (file: NewFile): file is UploadedFile => "upload" in file

const isInsertion = (change: ContentChange): change is ChangeOf<"insert_page" | "insert_reusable_content"> =>
  change.operation === "insert_page" || change.operation === "insert_reusable_content"

/** Plans batches: mints ids and stores bytes, before reading any content. */
export class EditPlans extends Context.Service<EditPlans>()("@quire/core/EditPlans", {
  make: Effect.gen(function* () {
    const nextId = yield* IdGenerator
    const fetcher = yield* Fetcher
    const importers = yield* Importers
    const blobs = yield* BlobStore

    const lookup = yield* UploadLookup

    const bytesOf = Effect.fnUntraced(function* (file: Exclude<NewFile, UploadedFile>, field: string) {
      if ("base64" in file) return Result.getOrElse(Base64.decode(file.base64), () => new Uint8Array())
      const got = yield* fetcher
        .get(file.url, pageLimits)
        .pipe(Effect.mapError(({ message }) => new FileNotFetched({ field, problem: message })))
      return got.bytes
    })

    /** The bytes of a complete upload of the caller (rule upload-use). */
    const openUpload = Effect.fnUntraced(function* ({ upload: id }: UploadedFile, space: string, field: string) {
      const { blob, upload } = yield* lookup.requireComplete(space, id, `${field}.upload`)
      const stored: StoredBlob = yield* Effect.orDie(Effect.flatMap(blobs.open(blob), Effect.fromOption))
      return { upload, blob, head: yield* Stream.mkUint8Array(stored.read(0, describedBytes)) }
    })

    const uploadedFileOf = Effect.fnUntraced(function* (file: UploadedFile, id: string, space: string, field: string) {
      const { blob, head, upload } = yield* openUpload(file, space, field)
      const { contentType = upload.contentType, name = upload.name } = file
      const found = yield* importers.describe(name, head)
      const made: File = {
        id,
        name,
        contentType: contentType ?? found.contentType,
        size: upload.size,
        blob,
        ...(found.dimensions === undefined ? {} : { dimensions: found.dimensions })
      }
      return made
    })

    const fileOf = Effect.fnUntraced(function* (file: Exclude<NewFile, UploadedFile>, id: string, field: string) {
      const bytes = yield* bytesOf(file, field)
      const found = yield* importers.describe(file.name, bytes)
      const made: File = {
        id,
        name: file.name,
        contentType: file.contentType ?? found.contentType,
        size: bytes.length,
        blob: yield* blobs.put(bytes),
        ...(found.dimensions === undefined ? {} : { dimensions: found.dimensions })
      }
      return made
    })

    const makeFile = Effect.fnUntraced(function* (file: NewFile, id: string, space: string, field: string) {
      return isUploaded(file) ? yield* uploadedFileOf(file, id, space, field) : yield* fileOf(file, id, field)
    })

    /** Fetches files, stores their bytes, finds uploads to a space and creates ids; rejects a duplicate ref. */
    const plan = Effect.fnUntraced(function* ({ changes }: ContentEdit, space: string) {
      const refs = new Map<string, string>()
      const made = new Map<number, string>()
      const files = new Map<number, ReadonlyArray<File>>()
      const claim = Effect.fnUntraced(function* (ref: string | undefined, field: string) {
        const id = yield* nextId
        if (ref === undefined) return id
        if (refs.has(ref)) return yield* new RefTaken({ field, ref })
        refs.set(ref, id)
        return id
      })
      for (const [index, change] of changes.entries()) {
        const field = `changes.${index}`
        if (isInsertion(change)) made.set(index, yield* claim(change.ref, `${field}.ref`))
        if (change.operation !== "insert_files") continue
        const named = yield* Effect.forEach(change.files, (file, at) =>
          Effect.map(claim(file.ref, `${field}.files.${at}.ref`), (id) => ({ file, id, field: `${field}.files.${at}` }))
        )
        files.set(
          index,
          yield* Effect.forEach(named, ({ file, id, field }) => makeFile(file, id, space, field), { concurrency: 4 })
        )
      }
      const uploads = changes.flatMap((change) =>
        change.operation === "insert_files" ? change.files.filter(isUploaded).map(({ upload }) => upload) : []
      )
      return { changes, refs, made, files, uploads, texts: new Map() } satisfies EditPlan
    })

    return { plan } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(UploadLookup.layer))
}
