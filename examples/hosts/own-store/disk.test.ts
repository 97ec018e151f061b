import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { OwnBlobStore } from "@quire/adapters"
import { BlobStoreContract } from "@quire/testing"
import { Effect, Layer } from "effect"
import { diskStore } from "./disk.ts"

const layer = Layer.unwrap(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "blobs-"))
    return OwnBlobStore.layer(await diskStore(folder))
  })
)

BlobStoreContract.suite("files on a disk", layer)
