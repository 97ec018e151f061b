/** A PNG of 3 by 2 pixels; only its header is meaningful. */
export const png = new Uint8Array(
  Buffer.from("89504e470d0a1a0a0000000d49484452000000030000000208020000001216f14d0000000049454e44ae426082", "hex")
)

/** A GIF of 5 by 4 pixels. */
export const gif = new Uint8Array(
  Buffer.from("47494638396105000400800000ffffff0000002c00000000050004000002048c8fa95b003b", "hex")
)

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12"><script>alert(1)</script></svg>'

const bytesOf = (...parts: ReadonlyArray<Uint8Array | string>): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))

const big = (length: number, value: number): Uint8Array => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** A PNG of the given width. */
export const wide = (width: number): Uint8Array => bytesOf(png.subarray(0, 16), big(4, width), png.subarray(20))

/** A PNG whose animation chunk begins at the given offset. */
export const moving = (at: number): Uint8Array => {
  const before = png.subarray(0, 33)
  const filling = at - before.length - 12
  return bytesOf(before, big(4, filling), "teXt", new Uint8Array(filling + 4), big(4, 8), "acTL", new Uint8Array(100))
}

/** A JPEG of 4 by 3 pixels whose dimensions end before the given offset. */
export const photograph = (end: number): Uint8Array => {
  const parts: Array<Uint8Array> = []
  for (let left = end - 11; left > 0; ) {
    const length = left <= 60_000 ? left : Math.min(60_000, left - 4)
    parts.push(bytesOf(big(2, 0xffe1), big(2, length - 2), new Uint8Array(length - 4)))
    left -= length
  }
  return bytesOf(big(2, 0xffd8), ...parts, big(2, 0xffc0), big(2, 17), big(1, 8), big(2, 3), big(2, 4))
}

/** An icon with the given number of images. */
export const icon = (pictures: number): Uint8Array =>
  bytesOf(
    big(4, 0x100),
    big(1, pictures % 256),
    big(1, Math.floor(pictures / 256)),
    new Uint8Array(16 * pictures).fill(9)
  )

const box = (name: string, inside: Uint8Array): Uint8Array => bytesOf(big(4, inside.length + 8), name, inside)

const boxes = (name: string, size: number, count: number): Uint8Array =>
  bytesOf(...Array.from({ length: count }, () => box(name, new Uint8Array(size - 8).fill(1))))

/**
 * An AVIF of about the given size that consists only of sizes and of data that a reader searches after each of them.
 */
export const sizes = (bytes: number): Uint8Array => {
  const properties = bytesOf(boxes("ispe", 20, Math.floor(bytes / 40)), boxes("junk", 8, Math.floor(bytes / 16)))
  const meta = box("meta", bytesOf(new Uint8Array(4), box("iprp", box("ipco", properties))))
  return bytesOf(box("ftyp", bytesOf("avif", new Uint8Array(4))), meta)
}

/** A JPEG XL of about the given size, in as many pieces as possible. */
export const pieces = (bytes: number): Uint8Array =>
  bytesOf(
    box("JXL ", big(4, 0x0d0a870a)),
    box("ftyp", bytesOf("jxl ", new Uint8Array(8))),
    boxes("jxlp", 12, Math.floor(bytes / 12))
  )

/** A TIFF that consists only of fields. */
export const fields = (bytes: number): Uint8Array =>
  bytesOf("II*\0", big(4, 0x0800_0000), new Uint8Array(bytes).fill(1))
