import { deflateRawSync, inflateRawSync } from "node:zlib"

/** How far back a deflated text may refer. */
const window = 32_768

/** The words of a section as its text has them, but for what stands between them. */
const dictionaryOf = (words: string): Uint8Array => Buffer.from(words.replaceAll("\n", " ")).subarray(-window)

/** Deflates a text beside the words of its section, of which it consists for the most part. */
export const pack = (text: string, words: string): Uint8Array =>
  deflateRawSync(text, { dictionary: dictionaryOf(words) })

/** The text that was packed beside the same words. */
export const unpack = (packed: Uint8Array, words: string): string =>
  inflateRawSync(packed, { dictionary: dictionaryOf(words) }).toString()
