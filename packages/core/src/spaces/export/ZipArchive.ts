import { Stream } from "effect"

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value
})

/** The CRC-32 of bytes that follow those that have the sum `before`. */
export const addToChecksum = (before: number, bytes: Uint8Array): number => {
  let sum = ~before
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return ~sum >>> 0
}

/** Sizes and places are written in 32 bits, numbers of files in 16. */
export const limits = { bytes: 0xff_ff_ff_ff, entries: 0xff_ff } as const

interface Entry {
  readonly name: Uint8Array
  readonly at: number
  readonly flags: number
  size: number
  sum: number
}

const version = 20
/** Unix, so that what a file may do is known; and a plain file that its owner may write. */
const [madeBy, mode] = [(3 << 8) | version, 0o100_644] as const
/** Names are UTF-8; and the sizes follow the bytes. */
const flags = { utf8: 0x08_00, later: 0x00_08 } as const
/** 1 January 1980, the first that there is: what has no time is the same whenever it is packed. */
const date = 0x00_21

const fields = (...parts: ReadonlyArray<readonly [value: number, bytes: 2 | 4]>): Uint8Array => {
  const view = new DataView(new ArrayBuffer(parts.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of parts) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const sums = ({ size, sum }: Pick<Entry, "size" | "sum">) =>
  [
    [sum, 4],
    [size, 4],
    [size, 4]
  ] as const

const common = ({ flags: own }: Entry) =>
  [
    [version, 2],
    [own, 2],
    [0, 2],
    [0, 2],
    [date, 2]
  ] as const

const localHeader = (entry: Entry): Uint8Array =>
  joined([fields([0x04_03_4b_50, 4], ...common(entry), ...sums(entry), [entry.name.length, 2], [0, 2]), entry.name])

const descriptor = (entry: Entry): Uint8Array => fields([0x08_07_4b_50, 4], ...sums(entry))

const directoryEntry = (entry: Entry): Uint8Array =>
  joined([
    fields(
      [0x02_01_4b_50, 4],
      [madeBy, 2],
      ...common(entry),
      ...sums(entry),
      [entry.name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [mode * 0x1_00_00, 4],
      [entry.at, 4]
    ),
    entry.name
  ])

const ending = (count: number, size: number, at: number): Uint8Array =>
  fields([0x06_05_4b_50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [at, 4], [0, 2])

/**
 * Packs files as they arrive, without compressing them; only the names and checksums of earlier files are kept in
 * memory.
 */
const makeWriter = () => {
  const entries: Array<Entry> = []
  const encoder = new TextEncoder()
  let at = 0

  const written = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
    const bytes = joined(parts)
    at += bytes.length
    if (at > limits.bytes || entries.length > limits.entries)
      throw new RangeError("an archive can contain at most 4 GiB")
    return bytes
  }

  const begin = (piece: ExportedPiece): Entry => {
    const isWhole = piece.bytes.length === piece.size
    const entry: Entry = {
      name: encoder.encode(piece.path),
      at,
      flags: isWhole ? flags.utf8 : flags.utf8 | flags.later,
      size: isWhole ? piece.size : 0,
      sum: isWhole ? addToChecksum(0, piece.bytes) : 0
    }
    entries.push(entry)
    return entry
  }

  const add = (piece: ExportedPiece): Uint8Array => {
    if (piece.offset === 0) {
      const entry = begin(piece)
      const header = localHeader(entry)
      if ((entry.flags & flags.later) === 0) return written([header, piece.bytes])
      entry.size = piece.bytes.length
      entry.sum = addToChecksum(0, piece.bytes)
      return written([header, piece.bytes])
    }
    const entry = entries.at(-1)
    if (entry === undefined) throw new RangeError("the first piece of a file is missing")
    entry.size += piece.bytes.length
    entry.sum = addToChecksum(entry.sum, piece.bytes)
    return written(entry.size === piece.size ? [piece.bytes, descriptor(entry)] : [piece.bytes])
  }

  const end = (): Uint8Array => {
    const directory = joined(entries.map(directoryEntry))
    return written([directory, ending(entries.length, directory.length, at)])
  }

  return { add, end }
}

/** The bytes of an archive of the files: the same for the same files (rule export-form). */
export const pack = <E, R>(pieces: Stream.Stream<ExportedPiece, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    const writer = makeWriter()
    return Stream.concat(
      Stream.map(pieces, writer.add),
      Stream.suspend(() => Stream.succeed(writer.end()))
    )
  })

/** Some bytes of a file of an export; pieces of one file follow each other, and an empty file has one. */
export interface ExportedPiece {
  /** Relative, with `/` between folders. */
  readonly path: string
  /** Size of the whole file, in bytes. */
  readonly size: number
  readonly offset: number
  readonly bytes: Uint8Array
}
