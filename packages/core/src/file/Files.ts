import { Context, Effect, Layer, Option, Schema } from "effect"
import { BlobStore } from "../blob/BlobStore.ts"
import { operation } from "../Operation.ts"
import { Paging } from "../paging/Paging.ts"
import { isActive, collection as placementCollection } from "../placement/Placement.ts"
import { sameText } from "../Secrets.ts"
import * as Repository from "../store/Repository.ts"
import { collection } from "./FileRecord.ts"
import { downloadKey } from "./FileView.ts"

/** The address opens nothing: wrong key, no such file, or the space is deleted. */
export class DownloadNotFound extends Schema.TaggedError<DownloadNotFound>()("DownloadNotFound", {
  file: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `file ${this.file} does not exist`
  }
}

/** Files by their download address; its key is the credential, so there is no caller (decisions A6). */
export class Files extends Context.Service<Files>()("@quire/core/Files", {
  make: Effect.gen(function* () {
    const { key: signingKey } = yield* Paging
    const records = yield* Repository.make(collection)
    const placements = yield* Repository.make(placementCollection)
    const blobs = yield* BlobStore

    const open = operation("Files.open")(function* (space: string, file: string, key: string) {
      const notFound = new DownloadNotFound({ file })
      const rows = yield* records.list("ofFile", { equals: { space, file }, limit: 1000 })
      const row = rows.find(({ value }) => sameText(key, downloadKey(signingKey, space, file, value.blob)))
      if (row === undefined) return yield* notFound
      const placement = yield* placements.get(space)
      if (Option.isNone(placement) || !isActive(placement.value.value)) return yield* notFound
      const bytes = yield* blobs.get(row.value.blob)
      if (Option.isNone(bytes)) return yield* notFound
      return { bytes: bytes.value, contentType: row.value.contentType }
    })

    return { open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
