const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** A number in base 62, padded to a length. */
export const toBase62 = (number: bigint, length: number): string => {
  let rest = number
  let text = ""
  while (rest > 0n) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text.padStart(length, "0")
}

/** 256 bits as 43 characters of base 62, the form of secrets in links and tokens. */
export const toSecretText = (bytes: Uint8Array): string =>
  toBase62(
    bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n),
    43
  )

/** CRC-32 (IEEE) of an ASCII text. */
export const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
