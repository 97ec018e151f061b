import { crc32 } from "node:zlib"

/**
 * Header of a gzip member without name, time and operating system, followed by the header of a single final stored
 * block.
 */
const gzipHeader = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
const lastStoredBlock = 1

const textOf = (digest: string): Buffer => Buffer.from(`${JSON.stringify({ sha256: digest })}\n`)

const size = textOf("0".repeat(64)).length

/** A gzip member that contains a digest of 64 hexadecimal digits as a line, always with the same bytes. */
export const make = (digest: string): Buffer => {
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

export const length: number = make("0".repeat(64)).length
