import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { crc32, createGunzip, createGzip } from "node:zlib"
import { BackupErrors, BackupFile } from "@quire/core"
import { Effect, Layer, Option, Stream } from "effect"

/**
 * Header of a gzip member without name, time and operating system, followed by the header of a single final stored
 * block.
 */
const gzipHeader = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
const lastStoredBlock = 1

const textOf = (digest: string): Buffer => Buffer.from(`${JSON.stringify({ sha256: digest })}\n`)

const size = textOf("0".repeat(64)).length

/** A gzip member that contains a digest of 64 hexadecimal digits as a line, always with the same bytes. */
export const makeDigestMember = (digest: string): Buffer => {
  const text = textOf(digest)
  const block = Buffer.alloc(5)
  block.writeUInt8(lastStoredBlock, 0)
  block.writeUInt16LE(size, 1)
  block.writeUInt16LE(size ^ 0xffff, 3)
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(text), 0)
  end.writeUInt32LE(size, 4)
  return Buffer.concat([Buffer.from(gzipHeader), block, text, end])
}

export const digestMemberLength: number = makeDigestMember("0".repeat(64)).length

const { BackupDamaged } = BackupErrors

/** Starts to pipe bytes through a transform. Errors are thrown to the consumer that reads the result. */
const passThrough = (source: AsyncIterable<Uint8Array | string>, transform: ReturnType<typeof createGzip>) => {
  pipeline(Readable.from(source), transform).catch((cause: unknown) => {
    transform.destroy(cause instanceof Error ? cause : new Error(String(cause)))
  })
  return transform
}

async function* packText(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256")
  for await (const piece of passThrough(text, createGzip())) {
    hash.update(piece)
    yield piece
  }
  yield makeDigestMember(hash.digest("hex"))
}

/** All bytes except the last member, which is compared with the digest of the others at the end. */
async function* takeMember(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256")
  let held = Buffer.alloc(0)
  for await (const piece of bytes) {
    held = Buffer.concat([held, piece])
    const ready = held.subarray(0, Math.max(0, held.length - digestMemberLength))
    if (ready.length === 0) continue
    hash.update(ready)
    yield ready
    held = Buffer.from(held.subarray(ready.length))
  }
  if (!held.equals(makeDigestMember(hash.digest("hex")))) {
    throw new BackupDamaged({ detail: "its digest does not match its contents, so it was truncated or modified" })
  }
}

/** Whether the cause is invalid gzip data or invalid text; anything else is a different error. */
const isUnreadable = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && /^(Z_|ERR_ENCODING_INVALID)/.test(String(cause.code))

const explain = (cause: unknown) => {
  if (cause instanceof BackupDamaged) return Stream.fail(cause)
  return isUnreadable(cause)
    ? Stream.fail(new BackupDamaged({ detail: "it is not a backup file, or it was truncated" }))
    : Stream.die(cause)
}

/** Expected failures of the text are failures of its bytes; any other error is a defect. */
const pack = <E>(text: Stream.Stream<string, E>): Stream.Stream<Uint8Array, E> =>
  Stream.suspend(() => {
    let failure: Option.Option<E> = Option.none()
    const observed = Stream.tapError(text, (error) =>
      Effect.sync(() => {
        failure = Option.some(error)
      })
    )
    return Stream.catch(
      Stream.fromAsyncIterable(packText(Stream.toAsyncIterable(observed)), (cause) => cause),
      (cause) => Option.match(failure, { onNone: () => Stream.die(cause), onSome: (error) => Stream.fail(error) })
    )
  })

async function* unpackBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  for await (const piece of passThrough(takeMember(bytes), createGunzip()))
    yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/**
 * One gzip file of two members: the text, and the SHA-256 of the first member's bytes as one more line. `gunzip` shows
 * both, and every byte counts (rule backup-whole).
 */
export const layer: Layer.Layer<BackupFile.BackupWriter> = Layer.succeed(BackupFile.BackupWriter, {
  pack,
  unpack: (bytes) =>
    Stream.catch(
      Stream.fromAsyncIterable(unpackBytes(Stream.toAsyncIterable(bytes)), (cause) => cause),
      explain
    )
})
