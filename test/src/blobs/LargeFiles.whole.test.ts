import { channel } from "node:diagnostics_channel"
import { once } from "node:events"
import { connect, Socket } from "node:net"
import { BlobStore, ContentEdits, Contents, Engine, RowStore, Spaces } from "@quire/core"
import { FileRecord, FileView, Repository, SigningKeys } from "@quire/core/internal"
import { Effect, Layer, Predicate, type Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bucket, folder, type Place, portsAt } from "../backup/places.ts"
import { countedBlobs, incompressible } from "../support/countedBlobs.ts"
import { as, asSystem } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { found } from "../support/world.ts"

const mebibyte = 1_048_576
const size = 64 * mebibyte

/** The most bytes of a file that may be in the server: a few pieces on their way from the store to the socket. */
const allowed = mebibyte / 4

/** Iterations of the event loop in which a full socket stays full before the server counts as stopped. */
const idle = 500

/** Bytes read from the store so far, and the callback that runs after each piece. */
const reading = { bytes: 0, onPiece: (): void => undefined }

const onPiece = (length: number) => {
  reading.bytes += length
  reading.onPiece()
}

/** Creates a small file, replaces its bytes in the store by large ones, and returns its path. */
const makeFile = Effect.gen(function* () {
  const { admin, organization } = yield* found
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const spaces = yield* Spaces.Spaces
  const blobs = yield* BlobStore.BlobStore
  const { atomic } = yield* RowStore.RowStore
  const { signer } = yield* SigningKeys.SigningKeys
  const records = yield* Repository.make(FileRecord.collection)
  const { id: space } = yield* as(admin)(spaces.create(organization, { title: "Films", editMode: "live" }))
  const files = [{ name: "film.bin", base64: "YQ==" }]
  yield* as(admin)(edits.apply({ space }, { changes: [{ operation: "insert_files", files }] }))
  const [file] = (yield* as(admin)(contents.files({ space }, { limit: 1 }))).items
  const blob = yield* blobs.put(incompressible(size))
  const [row] = yield* records.list("ofFile", { equals: { space, file: file?.id ?? "" }, limit: 1 })
  if (row === undefined || file === undefined) return yield* Effect.die(new Error("there is no file"))
  yield* atomic(Effect.orDie(records.update(row, { ...row.value, blob })))
  return `/files/${space}/${file.id}/${FileView.downloadKey(signer, space, file.id, blob)}/film.bin`
})

const turn = () => new Promise(setImmediate)

/** The sockets that servers of this process have accepted. */
const accepted = new Set<Socket>()
const onAccepted = (message: unknown) => {
  if (Predicate.hasProperty(message, "socket") && message.socket instanceof Socket) accepted.add(message.socket)
}

/** Bytes that a socket has handed to the operating system. */
const handedOver = (socket: Socket | undefined) =>
  socket === undefined ? 0 : socket.bytesWritten - socket.writableLength

/**
 * Downloads a file with a client that takes nothing until the server has stopped reading. Returns the most bytes that
 * had been read from the store and not been handed to the operating system, the bytes that had been read when the server
 * stopped, those that other servers, as that of S3, had sent by then, and the bytes that the client got.
 */
const download = async (address: string) => {
  const { hostname, pathname, port } = new URL(address)
  reading.bytes = 0
  const before = [...accepted].reduce((sum, each) => sum + handedOver(each), 0)
  const client = connect({ host: hostname, port: Number(port) })
  await once(client, "connect")
  client.pause()
  let most = 0
  const server = () =>
    [...accepted].find(({ localPort, remotePort }) => localPort === Number(port) && remotePort === client.localPort)
  reading.onPiece = () => (most = Math.max(most, reading.bytes - handedOver(server())))
  client.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
  for (let full = 0; full < idle && reading.bytes < size; full = server()?.writableNeedDrain === true ? full + 1 : 0) {
    await turn()
  }
  const stoppedAt = reading.bytes
  const upstream =
    [...accepted].filter((socket) => socket !== server()).reduce((sum, each) => sum + handedOver(each), 0) - before
  let received = 0
  client.on("data", (bytes) => (received += bytes.length))
  client.resume()
  await once(client, "close")
  accepted.clear()
  return { most, received, stoppedAt, upstream }
}

const places: ReadonlyArray<
  readonly [string, "memory" | "Postgres", Effect.Effect<Place | undefined, never, Scope.Scope>]
> = [
  ["a folder", "memory", folder],
  ["S3", "memory", bucket],
  ["Postgres", "Postgres", Effect.succeed(undefined)]
]

describe("a download of 64 MiB by a client that stops reading", () => {
  beforeAll(() => channel("net.server.socket").subscribe(onAccepted))
  afterAll(() => {
    channel("net.server.socket").unsubscribe(onAccepted)
    accepted.clear()
  })

  it.each(places)("keeps at most 256 KiB of a file from %s in server memory (rule blob-pieces)", (_, kind, make) =>
    Effect.gen(function* () {
      const place = yield* make
      const api = yield* Effect.acquireRelease(
        Effect.promise(() =>
          Server.open(Layer.provideMerge(Engine.layer, countedBlobs(portsAt(kind, place), onPiece)))
        ),
        ({ close }) => Effect.promise(close)
      )
      const [path, base] = yield* Effect.promise(() => Promise.all([api.run(asSystem(makeFile)), api.listen()]))
      const { most, received, stoppedAt, upstream } = yield* Effect.promise(() => download(`${base}${path}`))
      assert.isAtLeast(received, size)
      assert.isBelow(stoppedAt, size / 2)
      assert.isAtMost(most, allowed)
      assert.isBelow(upstream, size / 2)
    }).pipe(Effect.scoped, Effect.runPromise)
  )
})
