import { chmod, mkdir, readdir, rename, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { FolderBlobStore } from "@quire/adapters"
import { BlobStore } from "@quire/core"
import { BlobStoreContract } from "@quire/testing"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const inFolder = Layer.unwrap(Effect.map(temporaryFolder, (directory) => FolderBlobStore.layer({ directory })))

BlobStoreContract.suite("folder", inFolder)

const bytesOf = (text: string) => new TextEncoder().encode(text)

const using = <A, E>(directory: string, effect: Effect.Effect<A, E, BlobStore.BlobStore>) =>
  Effect.provide(effect, FolderBlobStore.layer({ directory }))

const put = (text: string) => Effect.flatMap(BlobStore.BlobStore, (store) => store.put(bytesOf(text)))
const get = (hash: string) => Effect.flatMap(BlobStore.BlobStore, (store) => store.get(hash))

const fileOf = (directory: string, hash: string) => join(directory, "blobs", hash.charAt(0), hash.charAt(1), hash)

const namesIn = (path: string) => Effect.promise(() => readdir(path))

describe("a blob folder", () => {
  it.effect("denies access to other users, and spreads files over two levels of folders (rule blob-folder)", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryFolder, "made", "below")
      const hash = yield* using(directory, put("one"))
      const file = yield* Effect.promise(() => stat(fileOf(directory, hash)))
      const folder = yield* Effect.promise(() => stat(directory))
      assert.deepStrictEqual([file.mode & 0o777, folder.mode & 0o777, file.size], [0o600, 0o700, 3])
      assert.deepStrictEqual(yield* namesIn(join(directory, "writing")), [])
    })
  )

  it.effect("works below folders that are closed to other users", () =>
    Effect.gen(function* () {
      const closed = join(yield* temporaryFolder, "closed")
      yield* Effect.promise(() => mkdir(closed, { mode: 0o700 }))
      yield* Effect.promise(() => chmod(closed, 0o300))
      const hash = yield* using(join(closed, "files"), put("two"))
      assert.isTrue(Option.isSome(yield* using(join(closed, "files"), get(hash))))
      yield* Effect.promise(() => chmod(closed, 0o700))
    })
  )

  it.effect("hides and removes incomplete writes (rule blob-whole)", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryFolder
      const torn = join(directory, "writing", "torn")
      yield* using(
        directory,
        Effect.gen(function* () {
          const { listOlder } = yield* BlobStore.BlobStore
          const hash = yield* put("whole")
          yield* Effect.promise(() => writeFile(torn, "wh"))
          yield* Effect.promise(() => utimes(torn, 50, 50))
          yield* listOlder(50_000, "", 10)
          assert.deepStrictEqual(yield* namesIn(join(directory, "writing")), ["torn"])
          assert.deepStrictEqual(yield* listOlder(50_001, "", 10), yield* listOlder(50_001, "", 10))
          assert.deepStrictEqual(yield* namesIn(join(directory, "writing")), [])
          assert.isTrue(Option.isSome(yield* get(hash)))
        })
      )
    })
  )

  it.effect("rewrites a file whose length differs from its bytes", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryFolder
      const hash = yield* using(directory, put("complete"))
      yield* Effect.promise(() => writeFile(fileOf(directory, hash), "comp"))
      yield* using(directory, put("complete"))
      const read = Option.getOrThrow(yield* using(directory, get(hash)))
      assert.strictEqual(new TextDecoder().decode(read), "complete")
    })
  )

  it.effect("restores files that an interrupted removal had set aside (rule blob-whole)", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryFolder
      const hash = yield* using(directory, put("aside"))
      yield* Effect.promise(() => mkdir(join(directory, "removing"), { recursive: true }))
      yield* Effect.promise(() => rename(fileOf(directory, hash), join(directory, "removing", `${hash}.x`)))
      assert.isTrue(Option.isSome(yield* using(directory, get(hash))))
      assert.deepStrictEqual(yield* namesIn(join(directory, "removing")), [])
    })
  )

  it.effect("loses no blob that is put during a removal (rule blob-age)", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryFolder
      yield* using(
        directory,
        Effect.gen(function* () {
          const store = yield* BlobStore.BlobStore
          for (let round = 0; round < 60; round++) {
            const bytes = bytesOf(`round ${round % 3}`)
            yield* TestClock.setTime(round * 1000)
            const hash = yield* store.put(bytes)
            yield* TestClock.setTime(round * 1000 + 500)
            yield* Effect.all([store.remove([hash], round * 1000 + 1), store.put(bytes)], { concurrency: 2 })
            assert.isTrue(Option.isSome(yield* store.get(hash)), `round ${round}`)
          }
        })
      )
    })
  )

  it.effect("reports at startup why it is not usable (rule blob-checked)", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "file")
      yield* Effect.promise(() => writeFile(path, "here is a file"))
      const error = yield* Effect.flip(using(path, put("x")))
      assert.strictEqual(error._tag, "BlobsUnusable")
      assert.include(error.message, `cannot store files in the folder ${path}: E`)
    })
  )
})
