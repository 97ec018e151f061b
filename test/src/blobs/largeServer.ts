import { Actor, BlobStore, Bootstrap, ContentEdits, Contents, Organizations, RowStore, Spaces } from "@quire/core"
import { FileRecord, FileView, Paging, Repository } from "@quire/core/internal"
import { Application, Collector, Http, OrganizationCreation, Quire, RateLimit, Readiness, Server } from "@quire/http"
import { Effect, Layer, Logger } from "effect"
import type { Given, Ready } from "./large.ts"

/** A server with one file that is larger than a caller may send, in a process of its own. */
Collector.keepRequestsYoung()
Collector.limitNewObjects()

const given: Given = JSON.parse(process.argv[2] ?? "{}")

/** Bytes that no store can make smaller. */
const numbered = (length: number): Uint8Array => {
  const words = new Uint32Array(length / 4)
  let word = 1
  for (let at = 0; at < words.length; at++) words[at] = word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0
  return new Uint8Array(words.buffer)
}

/** A small file, whose row then names large bytes. */
const makeFile = Effect.gen(function* () {
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const organizations = yield* Organizations.Organizations
  const spaces = yield* Spaces.Spaces
  const store = yield* RowStore.RowStore
  const blobs = yield* BlobStore.BlobStore
  const { key } = yield* Paging.Paging
  const records = yield* Repository.make(FileRecord.collection)
  const { items } = yield* organizations.list({ limit: 1 })
  const [organization] = items
  if (organization === undefined) return yield* Effect.die(new Error("there is no organization"))
  const { id: space } = yield* spaces.create(organization.id, { title: "Films", editMode: "live" })
  const files = [{ name: "film.bin", base64: "YQ==" }]
  yield* edits.apply({ space }, { changes: [{ operation: "insert_files", files }] })
  const [file] = (yield* contents.files({ space }, { limit: 1 })).items
  const blob = yield* blobs.put(numbered(given.size))
  const [row] = yield* records.list("ofFile", { equals: { space, file: file?.id ?? "" }, limit: 1 })
  if (row === undefined) return yield* Effect.die(new Error("there is no file"))
  yield* store.atomic(Effect.orDie(records.update(row, { ...row.value, blob })))
  return `/files/${space}/${file?.id}/${FileView.downloadKey(key, space, file?.id ?? "", blob)}/film.bin`
})

const main = Effect.gen(function* () {
  yield* Effect.flatMap(Bootstrap.Bootstrap, ({ ensure }) => ensure(undefined))
  const path = yield* Effect.provideService(makeFile, Actor.Actor, Actor.system)
  const { port } = yield* Server.serve({ host: "127.0.0.1", port: 0 })
  // What putting the bytes took is given back, so that it is not there for reading them.
  for (let turn = 0; turn < 3; turn++) {
    yield* Effect.sleep(50)
    globalThis.gc?.()
  }
  const ready: Ready = { url: `http://127.0.0.1:${port}${path}` }
  process.stdout.write(`${JSON.stringify(ready)}\n`)
  return yield* Effect.never
}).pipe(
  Effect.scoped,
  Effect.provide(
    Http.layer.pipe(
      Layer.provideMerge(
        Layer.mergeAll(
          Application.layerContext,
          RateLimit.RateLimit.layerOff,
          Readiness.Readiness.layer,
          OrganizationCreation.OrganizationCreation.layer("anyone")
        )
      ),
      Layer.provideMerge(Quire.layer({ store: given.store, blobs: given.blobs, baseUrl: "http://127.0.0.1" }))
    )
  ),
  Effect.provide(Logger.layer([]))
)

void Effect.runPromise(main)
