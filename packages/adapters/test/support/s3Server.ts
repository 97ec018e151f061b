import { utimes } from "node:fs/promises"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { S3BlobStore } from "@quire/adapters"
import { BlobStore } from "@quire/core"
import { Clock, Effect, Layer, Redacted } from "effect"
import { temporaryFolder } from "./temporaryFolder.ts"

export interface S3Server {
  readonly endpoint: string
  /** Where it keeps the objects of the bucket `quire`. */
  readonly directory: string
}

/** A server that speaks the protocol of S3 and verifies signatures, with one bucket, for as long as the scope lasts. */
export const s3Server = Effect.gen(function* () {
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
  return { endpoint: `http://127.0.0.1:${port}`, directory: join(directory, "quire") } satisfies S3Server
})

export const optionsOf = ({ endpoint }: Pick<S3Server, "endpoint">): S3BlobStore.Options => ({
  bucket: "quire",
  prefix: "docs/",
  endpoint,
  accessKeyId: "S3RVER",
  secretAccessKey: Redacted.make("S3RVER")
})

/** The file that the server keeps an object in. */
export const fileOf = ({ directory }: S3Server, hash: string): string =>
  join(directory, "docs", "blobs", `${hash}._S3rver_object`)

/** A store whose server has the clock of the test. */
export const clocked = (server: S3Server) =>
  Layer.effect(
    BlobStore.BlobStore,
    Effect.map(BlobStore.BlobStore, (store) => ({
      ...store,
      put: (bytes: Uint8Array) =>
        Effect.gen(function* () {
          const hash = yield* store.put(bytes)
          const now = (yield* Clock.currentTimeMillis) / 1000
          yield* Effect.promise(() => utimes(fileOf(server, hash), now, now))
          return hash
        })
    }))
  ).pipe(Layer.provide(S3BlobStore.layer(optionsOf(server))))
