import { createHash } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { FolderBlobStore, S3BlobStore } from "@quire/adapters"
import { type BlobStore, type Engine, Files } from "@quire/core"
import { Effect, Layer, Redacted, Stream } from "effect"
import { stores as all, type stores } from "./installations.ts"

/** Where the files of an installation lie. */
export interface Place {
  readonly blobs: Layer.Layer<BlobStore.BlobStore>
  /** The path that a file is kept at; of buckets, that of the server. */
  readonly fileOf: (hash: string) => string
}

/** An empty folder, for as long as the scope lasts. */
const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "quire-backup-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

export const folder = Effect.map(
  temporaryFolder,
  (directory): Place => ({
    blobs: Layer.orDie(FolderBlobStore.layer({ directory })),
    fileOf: (hash) => join(directory, "blobs", hash.charAt(0), hash.charAt(1), hash)
  })
)

/** A bucket of a server that verifies signatures. */
export const bucket = Effect.gen(function* () {
  const directory = yield* temporaryFolder
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: "quire", configs: [] }]
  })
  const { port } = yield* Effect.acquireRelease(
    Effect.promise(() => server.run()),
    () => Effect.promise(() => server.close())
  )
  const options = {
    bucket: "quire",
    prefix: "docs/",
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: "S3RVER",
    secretAccessKey: Redacted.make("S3RVER")
  }
  return {
    blobs: Layer.orDie(S3BlobStore.layer(options)),
    fileOf: (hash) => join(directory, "quire", "docs", "blobs", `${hash}._S3rver_object`)
  } satisfies Place
})

/** The ports of a store whose files lie elsewhere; without a place, in the store itself. */
export const portsAt = (kind: keyof typeof stores, place: Place | undefined): Layer.Layer<Engine.Ports> =>
  place === undefined ? all[kind] : Layer.provideMerge(place.blobs, all[kind])

export const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64url")

/** The bytes that an address of a file opens. */
export const download = Effect.fnUntraced(function* (downloadURL: string) {
  const files = yield* Files.Files
  const [, , space = "", file = "", key = ""] = new URL(downloadURL).pathname.split("/")
  const { stored } = yield* files.open(space as never, file, key)
  return yield* Stream.mkUint8Array(stored.read(0, stored.size))
})
