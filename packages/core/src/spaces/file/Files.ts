import { Context, Effect, Layer, Option, Schema } from "effect"
import { collection } from "../../content/file/FileRecord.ts"
import { opens } from "../../content/file/FileView.ts"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"

/** The address is invalid: its key is wrong, or the file or its space was deleted (rule file-address). */
export class DownloadNotFound extends Schema.TaggedError<DownloadNotFound>()("DownloadNotFound", {
  file: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `file ${this.file} does not exist`
  }
}

/**
 * Opens files by their download address; the key in it is the credential, so there is no caller (rule file-address).
 */
export class Files extends Context.Service<Files>()("@quire/core/Files", {
  make: Effect.gen(function* () {
    const { signer } = yield* SigningKeys
    const records = yield* Repository.make(collection)
    const placements = yield* Repository.make(placementCollection)
    const blobs = yield* BlobStore

    /** The file at an address, without its bytes. */
    const find = operation("Files.find")(function* (space: string, file: string, key: string) {
      const notFound = () => new DownloadNotFound({ file })
      const rows = yield* records.list("ofFile", { equals: { space, file }, limit: 1000 })
      const row = rows.find(({ value }) => opens(signer, key, space, file, value.blob))
      if (row === undefined) return yield* notFound()
      const placement = yield* placements.get(space)
      if (Option.isNone(placement) || !isActive(placement.value.value)) return yield* notFound()
      return row.value
    })

    /** What an address serves; its bytes are read on demand (rule blob-pieces). */
    const open = operation("Files.open")(function* (space: string, file: string, key: string) {
      const { blob, contentType } = yield* find(space, file, key)
      const stored = yield* blobs.open(blob)
      if (Option.isNone(stored)) return yield* new DownloadNotFound({ file })
      return { stored: stored.value, contentType }
    })

    return { find, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SigningKeys.layer))
}
