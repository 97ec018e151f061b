import { Backup, BackupFile, Backups, BlobStore, ContentStore, StoreCopy } from "@quire/core"
import { Effect, Layer, Stream } from "effect"
import { assert, it } from "vitest"
import { countedBlobs, incompressible } from "../support/countedBlobs.ts"
import { asSystem } from "../support/engine.ts"
import { opened } from "./installations.ts"
import { folder, portsAt } from "./places.ts"

const mebibyte = 1_048_576
const rows = 8_000
const files = [6 * mebibyte, 8 * mebibyte, 10 * mebibyte]

/**
 * The most rows and bytes of files that a backup may hold: ten pages of 200 rows, of which four wait in a queue and the
 * others are read, written or taken, and as many pieces.
 */
const allowed = { rows: 2_000, bytes: mebibyte } as const

/** The most text of a backup that may be read before its content is written, in addition to one file: a few pieces. */
const allowedText = mebibyte / 8

/** Text that becomes bytes one to one, so that the bytes of a backup show how much of it was read. */
const plain = Layer.succeed(BackupFile.BackupWriter, {
  pack: (text) => Stream.map(text, (piece) => new TextEncoder().encode(piece)),
  unpack: (bytes) => Stream.decodeText(bytes)
})

const isEntry = (line: string) => line.startsWith("[")

/** Bytes that one line of a file in a backup stands for; none for other lines. */
const bytesIn = (line: string) => (line.startsWith('"') ? Buffer.byteLength(JSON.parse(line), "base64") : 0)

/** Lets what is read ahead be read. */
const turns = Effect.promise(async () => {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
})

/** A full store, the text of its backup, and the most that the backup held while a slow reader took it. */
const backedUp = Effect.gen(function* () {
  const place = yield* folder
  const read = { rows: 0, bytes: 0 }
  const taken = { rows: 0, bytes: 0 }
  const most = { rows: 0, bytes: 0 }
  const look = () => {
    most.rows = Math.max(most.rows, read.rows - taken.rows)
    most.bytes = Math.max(most.bytes, read.bytes - taken.bytes)
  }
  const countedRows = Layer.effect(
    StoreCopy.StoreCopy,
    Effect.map(StoreCopy.StoreCopy, (copy) => ({
      ...copy,
      snapshot: ((shapes, body) =>
        copy.snapshot(shapes, ({ epochs, sections }) =>
          body({
            epochs,
            sections: sections.map(({ lines, name }) => ({
              name,
              lines: Stream.map(lines, (some) => {
                read.rows += some.length
                look()
                return some
              })
            }))
          })
        )) satisfies typeof copy.snapshot
    }))
  )
  const ports = countedBlobs(Layer.provideMerge(plain, portsAt("Postgres", place)), (length) => {
    read.bytes += length
    look()
  })
  return yield* Effect.gen(function* () {
    const { putMany } = yield* ContentStore.ContentStore
    const { put } = yield* BlobStore.BlobStore
    for (let at = 0; at < rows; at += 500) {
      const nodes = Array.from({ length: 500 }, (_, each) => ({ hash: `h${at + each}`, text: "word ".repeat(60) }))
      yield* putMany(`space${at}`, nodes)
    }
    for (const size of files) yield* put(incompressible(size))
    const { write } = yield* Backups.Backups
    const decoder = new TextDecoder()
    const pieces: Array<string> = []
    yield* asSystem(
      Stream.runForEach(write(), (piece) => {
        const text = decoder.decode(piece)
        pieces.push(text)
        for (const line of text.split("\n")) {
          taken.rows += isEntry(line) ? 1 : 0
          taken.bytes += bytesIn(line)
        }
        return turns
      })
    )
    return { text: pieces.join(""), most, read }
  }).pipe(Effect.provide(opened(countedRows.pipe(Layer.provideMerge(ports)))))
})

it("reads rows and files of a backup only a few pages and pieces ahead of its consumer (rule backup-moment)", () =>
  Effect.gen(function* () {
    const { most, read } = yield* backedUp
    assert.isAtLeast(read.rows, rows)
    assert.isAtLeast(
      read.bytes,
      files.reduce((sum, size) => sum + size)
    )
    assert.isAtMost(most.rows, allowed.rows)
    assert.isAtMost(most.bytes, allowed.bytes)
  }).pipe(Effect.orDie, Effect.scoped, Effect.runPromise))

/** Where the rows and the files of a backup end in its text, in their order. */
const endsIn = (text: string) => {
  const ends = { rows: new Array<number>(), files: new Array<number>() }
  let [at, isFile] = [0, false]
  for (const line of text.split("\n")) {
    if (isFile && !line.startsWith('"')) ends.files.push(at)
    isFile = line.startsWith('{"blob"') || (isFile && line.startsWith('"'))
    at += line.length + 1
    if (isEntry(line)) ends.rows.push(at)
  }
  return ends
}

/** Restores a backup, and returns the most text that was read beyond the end of what was just written. */
const restored = Effect.fnUntraced(function* (text: string) {
  const ends = endsIn(text)
  const place = yield* folder
  const written = { rows: 0, files: 0 }
  const most = { rows: 0, files: 0 }
  let given = 0
  const bytes = async function* () {
    const all = new TextEncoder().encode(text)
    for (; given < all.length; ) {
      const piece = all.subarray(given, given + 65_536)
      given += piece.length
      yield piece
    }
  }
  const note = (kind: "rows" | "files", count: number) => {
    written[kind] += count
    most[kind] = Math.max(most[kind], given - (ends[kind][written[kind] - 1] ?? 0))
  }
  const ports = Layer.mergeAll(
    Layer.effect(
      BlobStore.BlobStore,
      Effect.map(BlobStore.BlobStore, (store) => ({
        ...store,
        put: (file: Uint8Array) =>
          Effect.andThen(
            Effect.sync(() => note("files", 1)),
            store.put(file)
          )
      }))
    ),
    Layer.effect(
      StoreCopy.StoreCopy,
      Effect.map(StoreCopy.StoreCopy, (copy) => ({
        ...copy,
        restore: ((shapes, epochs, body) =>
          copy.restore(shapes, epochs, (targets) =>
            body(
              targets.map(({ name, write }) => ({
                name,
                write: (lines: ReadonlyArray<string>) =>
                  Effect.andThen(
                    Effect.sync(() => note("rows", lines.length)),
                    write(lines)
                  )
              }))
            )
          )) satisfies typeof copy.restore
      }))
    )
  ).pipe(Layer.provideMerge(plain), Layer.provideMerge(portsAt("Postgres", place)))
  yield* Effect.provide(Effect.asVoid(Backup.restore(bytes())), ports)
  return { most, written, ends }
})

it("reads a restored backup only a few pieces ahead of what it writes (rule backup-moment)", () =>
  Effect.gen(function* () {
    const { text } = yield* backedUp
    const { ends, most, written } = yield* restored(text)
    assert.deepStrictEqual(written, { rows: ends.rows.length, files: ends.files.length })
    assert.isAtMost(Math.max(most.rows, most.files), allowedText)
  }).pipe(Effect.orDie, Effect.scoped, Effect.runPromise))
