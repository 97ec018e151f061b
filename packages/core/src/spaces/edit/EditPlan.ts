import { Context, Effect, Layer, Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import type { File } from "../../content/tree/File.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { Fetcher, pageLimits } from "../../foundation/fetch/Fetcher.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { Importers } from "../import/Importer.ts"
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
  readonly texts: RememberedTexts
}

const isInsertion = (change: ContentChange): change is ChangeOf<"insert_page" | "insert_reusable_content"> =>
  change.operation === "insert_page" || change.operation === "insert_reusable_content"

/** Plans batches: mints ids and stores bytes, before reading any content. */
export class EditPlans extends Context.Service<EditPlans>()("@quire/core/EditPlans", {
  make: Effect.gen(function* () {
    const nextId = yield* IdGenerator
    const fetcher = yield* Fetcher
    const importers = yield* Importers
    const blobs = yield* BlobStore

    const bytesOf = Effect.fnUntraced(function* (file: NewFile, field: string) {
      if ("base64" in file) return Result.getOrElse(Base64.decode(file.base64), () => new Uint8Array())
      const got = yield* fetcher
        .get(file.url, pageLimits)
        .pipe(Effect.mapError(({ message }) => new FileNotFetched({ field, problem: message })))
      return got.bytes
    })

    const fileOf = Effect.fnUntraced(function* (file: NewFile, id: string, field: string) {
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

    /** Fetches files, stores their bytes and creates ids; rejects a duplicate ref. */
    const plan = Effect.fnUntraced(function* ({ changes }: ContentEdit) {
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
          yield* Effect.forEach(named, ({ file, id, field }) => fileOf(file, id, field), { concurrency: 4 })
        )
      }
      return { changes, refs, made, files, texts: new Map() } satisfies EditPlan
    })

    return { plan } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
