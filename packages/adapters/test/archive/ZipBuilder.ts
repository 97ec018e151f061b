import { crc32, deflateRawSync } from "node:zlib"

export interface Entry {
  readonly name: string | Uint8Array
  readonly data?: Uint8Array | string
  readonly method?: number
  /** General purpose bits. */
  readonly flags?: number
  /** Unix mode in the upper half. */
  readonly attributes?: number
  readonly madeBy?: number
  readonly extra?: Uint8Array
  /** Overrides the declared values of the stored data. */
  readonly size?: number
  readonly packedSize?: number
  readonly crc?: number
  /** Points to the data of an earlier entry instead of storing its own. */
  readonly sameDataAs?: number
}

const words = (...fields: ReadonlyArray<readonly [value: number, bytes: 2 | 4]>) =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      if (bytes === 2) field.writeUInt16LE(value)
      else field.writeUInt32LE(value)
      return field
    })
  )

const bytesOf = (data: Uint8Array | string) => (typeof data === "string" ? Buffer.from(data) : Buffer.from(data))

/** Builds a zip of exactly these entries, byte by byte, so that its headers may be wrong. */
export const zip = (entries: ReadonlyArray<Entry>, { entryCount = entries.length, comment = "" } = {}): Uint8Array => {
  const locals: Array<Buffer> = []
  const directory: Array<Buffer> = []
  const offsets: Array<number> = []
  let offset = 0
  for (const entry of entries) {
    const name = bytesOf(entry.name)
    const data = bytesOf(entry.data ?? "")
    const method = entry.method ?? 8
    const packed = method === 8 ? deflateRawSync(data) : data
    const extra = bytesOf(entry.extra ?? "")
    const common = words(
      [entry.flags ?? 0, 2],
      [method, 2],
      [0, 2],
      [0x21, 2],
      [entry.crc ?? crc32(data), 4],
      [entry.packedSize ?? packed.length, 4],
      [entry.size ?? data.length, 4],
      [name.length, 2],
      [extra.length, 2]
    )
    const shared = entry.sameDataAs === undefined ? undefined : offsets[entry.sameDataAs]
    offsets.push(shared ?? offset)
    if (shared === undefined) {
      const local = Buffer.concat([words([0x04034b50, 4], [20, 2]), common, name, extra, packed])
      locals.push(local)
      offset += local.length
    }
    directory.push(
      Buffer.concat([
        words([0x02014b50, 4], [entry.madeBy ?? 0x0314, 2], [20, 2]),
        common,
        words([0, 2], [0, 2], [0, 2], [entry.attributes ?? 0, 4], [offsets.at(-1) ?? 0, 4]),
        name,
        extra
      ])
    )
  }
  const central = Buffer.concat(directory)
  const end = words(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [entryCount & 0xffff, 2],
    [entryCount & 0xffff, 2],
    [central.length, 4],
    [offset, 4],
    [comment.length, 2]
  )
  return new Uint8Array(Buffer.concat([...locals, central, end, Buffer.from(comment)]))
}
