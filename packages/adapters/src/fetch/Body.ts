import { once } from "node:events"
import { type Readable, Transform, Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setImmediate } from "node:timers/promises"
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib"
import { Fetcher } from "@quire/core"

/** The accepted content encodings; at most one layer is decoded. */
export const acceptEncoding = "gzip, br, deflate"

const makeCounter = (maxBytes: number) => {
  let size = 0
  return (chunk: Uint8Array) => {
    size += chunk.byteLength
    return size > maxBytes ? new Fetcher.FetchFailed({ reason: "too-large" }) : null
  }
}

const makeMeter = (maxBytes: number) => {
  const exceeded = makeCounter(maxBytes)
  return new Transform({
    transform: (chunk: Uint8Array, _, done) => done(exceeded(chunk), chunk)
  })
}

/**
 * Size of a buffer that does not change the behavior of the GNU C library's allocator. The library returns blocks
 * larger than this limit to the system without adjusting its thresholds. After freeing a smaller block it keeps twice
 * as much memory, in each of its heaps and for the lifetime of the process. Of a block this large, only the pages that
 * are written take memory.
 */
const unlearnt = 33_685_504

/** The size of the block for a body. The allocator does not adapt to the smallest size. */
const roomFor = (size: number): number => (size < 1_048_576 ? size : Math.max(size, unlearnt))

/** Bytes joined per chunk, so that other work can run in between. */
const portion = 2_097_152

const joined = async (chunks: ReadonlyArray<Uint8Array>): Promise<Uint8Array> => {
  const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const bytes = Buffer.allocUnsafeSlow(roomFor(size))
  let [at, paused] = [0, 0]
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
    if (at - paused < portion) continue
    paused = at
    await setImmediate()
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, size)
}

const makeCollector = (maxBytes: number) => {
  const exceeded = makeCounter(maxBytes)
  const chunks: Array<Uint8Array> = []
  const sink = new Writable({
    write: (chunk: Uint8Array, _, done) => {
      chunks.push(chunk)
      done(exceeded(chunk))
    }
  })
  const bytes = async () => {
    const bytes = await joined(chunks)
    chunks.length = 0
    return bytes
  }
  return { sink, bytes }
}

/** Servers send both zlib and raw deflate data as `deflate`; the low bits of the first byte tell them apart. */
const makeInflater = async (body: Readable, signal: AbortSignal) => {
  await Promise.race([once(body, "readable", { signal }), once(body, "end", { signal })])
  const first: unknown = body.read()
  if (!(first instanceof Uint8Array)) return createInflate()
  body.unshift(first)
  return ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
}

const makeDecoders = async (
  body: Readable,
  encoding: string,
  signal: AbortSignal
): Promise<ReadonlyArray<Transform>> => {
  switch (encoding) {
    case "":
    case "identity":
      return []
    case "gzip":
    case "x-gzip":
      return [createGunzip()]
    case "br":
      return [createBrotliDecompress()]
    case "deflate":
      return [await makeInflater(body, signal)]
    default:
      throw new Fetcher.FetchFailed({ reason: "encoding" })
  }
}

/**
 * Reads a whole body, decoding at most one content encoding. Bytes are counted as they arrive and again after decoding;
 * more than `maxBytes` of either rejects with `too-large` and closes the body.
 */
export const read = async (body: Readable, encoding: string, maxBytes: number, signal: AbortSignal) => {
  const decoding = await makeDecoders(body, encoding.trim().toLowerCase(), signal)
  const { sink, bytes } = makeCollector(maxBytes)
  await pipeline([body, makeMeter(maxBytes), ...decoding, sink], { signal })
  return await bytes()
}
