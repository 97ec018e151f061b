import { Result } from "effect"
import { Base64 } from "effect/encoding"

/** Maximum pixels per side. */
export const limits = { side: 65_535 } as const

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

const isSide = (pixels: number): boolean => pixels >= 1 && pixels <= limits.side

/** Whether the bytes start like a PNG with a plausible size. */
const isPng = (bytes: Uint8Array): boolean => {
  if (bytes.length < 33 || signature.some((byte, index) => bytes[index] !== byte)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return isSide(view.getUint32(16)) && isSide(view.getUint32(20))
}

/** Decodes base64; undefined if it is invalid. */
export const decode = (text: string): Uint8Array | undefined => Result.getOrUndefined(Base64.decode(text))

/** Returns the error of a base64 picture with a maximum size in bytes; undefined if it is valid. */
export const fault = (text: string, most: number): string | undefined => {
  const tooLarge = `must be a PNG of at most ${most} bytes, in base64`
  if (text.length > Math.ceil(most / 3) * 4) return tooLarge
  const bytes = decode(text)
  if (bytes === undefined || !isPng(bytes)) return "must be a PNG in base64"
  return bytes.length > most ? tooLarge : undefined
}
