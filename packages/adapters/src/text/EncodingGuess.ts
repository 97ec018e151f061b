import { TextDecoder } from "node:util"
import { analyse } from "chardet"

export const limits = {
  /** Bytes of a text that are looked at, from the first one that is not ASCII. */
  sample: 4_096,
  /** Certainty, in percent, below which a detected encoding is ignored. */
  confidence: 50,
  /** Bytes outside of ASCII that it takes to tell one alphabet of single bytes from another. */
  letters: 16
} as const

const isHigh = (byte: number): boolean => byte >= 0x80

const doubleByte: ReadonlySet<string> = new Set(["Shift_JIS", "GB18030", "Big5", "EUC-JP", "EUC-KR"])

const alphabets: ReadonlySet<string> = new Set([
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "KOI8-R"
])

/** The encoding that a text without a byte order mark most resembles, given that it is not UTF-8. */
export const ofText = (bytes: Uint8Array): string => {
  const first = Math.max(0, bytes.findIndex(isHigh))
  const sample = bytes.subarray(first, first + limits.sample)
  const [best] = analyse(sample)
  const isClear = best !== undefined && best.confidence >= limits.confidence
  if (isClear && doubleByte.has(best.name)) return best.name
  const isLong = sample.filter(isHigh).length >= limits.letters
  return isClear && isLong && alphabets.has(best.name) ? best.name : "windows-1252"
}

/**
 * UTF-16 that lacks its byte order mark: mostly ASCII, so that almost every second byte, and none of the others, is zero.
 */
export const utf16Of = (bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined => {
  const sample = bytes.subarray(0, limits.sample)
  if (!sample.includes(0)) return undefined
  const zeros: [number, number] = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++
  const pairs = sample.length / 2
  const [even, odd] = zeros
  if (bytes.length % 2 !== 0 || even + odd < pairs * 0.8 || even * odd > 0) return undefined
  return even === 0 ? "utf-16le" : "utf-16be"
}

const decodeStrictly = (label: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The characters of each encoding that names consist of, by their bytes: those of common use come first in both. */
const frequent = {
  shift_jis: (lead: number, trail: number) =>
    lead === 0x82 ||
    lead === 0x83 ||
    (lead >= 0x88 && lead <= 0x97) ||
    (lead === 0x81 && [0x40, 0x45, 0x5b].includes(trail)),
  gb18030: (lead: number, trail: number) => lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1
} as const

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))

/**
 * How much bytes look like names in an encoding of two bytes: one for each frequent character, minus one for others and
 * for each that touches a letter of ASCII, which names in one script rarely have.
 */
const scoreOf = (bytes: Uint8Array, isFrequent: (lead: number, trail: number) => boolean): number => {
  let score = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (!isHigh(lead)) continue
    score += isFrequent(lead, bytes[at + 1] ?? 0) ? 1 : -1
    if (isLetter(bytes[at - 1]) && !isHigh(bytes[at - 2] ?? 0)) score--
    if (isLetter(bytes[at + 2])) score--
    at++
  }
  return score
}

/**
 * The encoding of names in an archive that does not state it, from all its names together: Japanese and Chinese Windows
 * write their own. Undefined for all else, which is in the alphabet of DOS.
 */
export const ofNames = (names: Uint8Array): "shift_jis" | "gb18030" | undefined => {
  const scores = (["shift_jis", "gb18030"] as const).flatMap((label) =>
    decodeStrictly(label, names) === undefined ? [] : [{ label, score: scoreOf(names, frequent[label]) }]
  )
  const [best] = scores.toSorted((left, right) => right.score - left.score)
  return best !== undefined && best.score > 1 ? best.label : undefined
}
