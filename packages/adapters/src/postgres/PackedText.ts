import { deflateRawSync, inflateRawSync } from "node:zlib"

/** How far back a deflated text may refer. */
const window = 32_768

/** The words of a section in the order of its text, without the text between them. */
const dictionaryOf = (words: string): Uint8Array => Buffer.from(words.replaceAll("\n", " ")).subarray(-window)

/** Deflates a text with the words of its section as dictionary, because the text consists mostly of them. */
export const pack = (text: string, words: string): Uint8Array =>
  deflateRawSync(text, { dictionary: dictionaryOf(words) })

/** Inflates a text that was packed with the same words. */
export const unpack = (packed: Uint8Array, words: string): string =>
  inflateRawSync(packed, { dictionary: dictionaryOf(words) }).toString()
