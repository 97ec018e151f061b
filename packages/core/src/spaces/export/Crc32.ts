const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1
  return value
})

/** The CRC-32 of bytes that follow those that have the sum `before`. */
export const add = (before: number, bytes: Uint8Array): number => {
  let sum = ~before
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return ~sum >>> 0
}
