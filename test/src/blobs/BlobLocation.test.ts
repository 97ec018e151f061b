import { mkdtemp, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { BlobMove, FolderBlobStore } from "@quire/adapters"
import { BlobLocation, BlobStore, Organizations, SpaceId, Spaces } from "@quire/core"
import { FileRecord, Repository } from "@quire/core/internal"
import { Context, Effect, Layer } from "effect"
import { asSystem, memory } from "../support/engine.ts"

type Place = BlobLocation.BlobPlace

/** A store with two folders and its own place for files. */
const open = Effect.gen(function* () {
  const store = yield* Layer.build(memory)
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "quire-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true }))
  )
  const blobsIn = (directory: string) =>
    Effect.map(Layer.build(FolderBlobStore.layer({ directory })), (context) =>
      Context.get(context, BlobStore.BlobStore)
    )
  const placeOf = (name: string) => {
    const directory = join(folder, name)
    return { directory, place: { kind: "folder", name: `folder:${directory}` } satisfies Place }
  }
  const using = <A, E>(directory: string | undefined, effect: Effect.Effect<A, E, Layer.Success<typeof memory>>) =>
    Effect.gen(function* () {
      const blobs = directory === undefined ? Context.get(store, BlobStore.BlobStore) : yield* blobsIn(directory)
      return yield* effect.pipe(Effect.provideService(BlobStore.BlobStore, blobs), Effect.provide(store))
    })
  const own: Place = { kind: "store", name: "store" }
  return { blobsIn, own, placeOf, store, using }
})

const message = <A, R>(effect: Effect.Effect<A, { readonly message: string }, R>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)

describe("the recorded location of files (rule blob-location)", () => {
  it.live("refuses a store of another kind than the first, and names both and the option", () =>
    Effect.gen(function* () {
      const { own, placeOf, using } = yield* open
      const { directory, place } = placeOf("a")
      yield* using(directory, BlobLocation.verify(place))
      yield* using(directory, BlobLocation.verify(place))
      const told = yield* message(using(undefined, BlobLocation.verify(own)))
      assert.strictEqual(
        told,
        `this store keeps its files in ${place.name}, not in store: pass --blobs ${place.name} (or QUIRE_BLOBS), or if the files were moved to store, run quire blobs use store`
      )
    }).pipe(Effect.scoped)
  )

  it.live("recognizes a renamed folder and refuses another folder", () =>
    Effect.gen(function* () {
      const { placeOf, using } = yield* open
      const [first, renamed, other] = [placeOf("a"), placeOf("b"), placeOf("c")]
      yield* using(first.directory, BlobLocation.verify(first.place))
      yield* Effect.promise(() => rename(first.directory, renamed.directory))
      yield* using(renamed.directory, BlobLocation.verify(renamed.place))
      const told = yield* message(using(other.directory, BlobLocation.verify(other.place)))
      assert.include(
        told,
        `this store keeps its files in ${first.place.name}, and ${other.place.name} does not hold them`
      )
      assert.include(
        yield* message(using(first.directory, BlobLocation.verify(first.place))),
        `${first.place.name} does not hold the files of this store any more: mount or restore it`
      )
    }).pipe(Effect.scoped)
  )

  it.live("accepts another location only if it has copies of the files, and then refuses the previous one", () =>
    Effect.gen(function* () {
      const { blobsIn, own, placeOf, store, using } = yield* open
      const { directory, place } = placeOf("a")
      yield* using(undefined, BlobLocation.verify(own))
      assert.strictEqual(
        yield* message(using(directory, BlobLocation.use(place, { force: false }))),
        `${place.name} does not hold the files of this store: copy them with quire blobs move --from store --to ${place.name}, or, if they are lost, pass --force`
      )
      yield* BlobMove.move(Context.get(store, BlobStore.BlobStore), yield* blobsIn(directory), {
        remove: false,
        onProgress: () => Effect.void
      })
      yield* using(directory, BlobLocation.use(place, { force: false }))
      yield* using(directory, BlobLocation.verify(place))
      assert.include(yield* message(using(undefined, BlobLocation.verify(own))), "not in store")
      const empty = placeOf("empty")
      yield* using(empty.directory, BlobLocation.use(empty.place, { force: true }))
      yield* using(empty.directory, BlobLocation.verify(empty.place))
      assert.include(yield* message(using(directory, BlobLocation.verify(place))), "does not hold them")
    }).pipe(Effect.scoped)
  )

  it.live("records the first location of an older store only if it holds a file of the store", () =>
    Effect.gen(function* () {
      const { own, placeOf, using } = yield* open
      const { directory, place } = placeOf("a")
      const putFile = Effect.gen(function* () {
        const { put } = yield* BlobStore.BlobStore
        const blob = yield* put(new TextEncoder().encode("an image"))
        const { insert } = yield* Repository.make(FileRecord.collection)
        const organization = yield* Effect.flatMap(Organizations.Organizations, ({ create }) =>
          create({ title: "Acme" })
        )
        const { id } = yield* Effect.flatMap(Spaces.Spaces, ({ create }) => create(organization.id, { title: "Guide" }))
        const space = SpaceId.make(id)
        yield* insert({ id: FileRecord.rowId(space, "f", blob), space, file: "f", blob, contentType: "image/png" })
      })
      yield* using(directory, Effect.orDie(asSystem(putFile)))
      assert.strictEqual(
        yield* message(using(undefined, BlobLocation.verify(own))),
        "store does not hold the files of this store: pass the place that does with --blobs"
      )
      yield* using(directory, BlobLocation.verify(place))
      assert.include(yield* message(using(undefined, BlobLocation.verify(own))), place.name)
    }).pipe(Effect.scoped)
  )
})
