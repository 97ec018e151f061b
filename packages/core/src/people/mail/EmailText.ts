import { codePoints, cut } from "../../foundation/text/Text.ts"
import * as Unicode from "../../foundation/text/Unicode.ts"

/** Maximum length of a name or title in an email, in code points. */
export const limits = { nameLength: 64 } as const

/** Invisible characters, except those that join or shape Unicode letters and emoji. */
const invisible = /(?![\u200c-\u200d]|[\ufe0e-\ufe0f])\p{Default_Ignorable_Code_Point}/gu

/** Characters by which mail programs detect addresses: before or within a word, and at the end of the text. */
const joints = /[.:@/\\\u3002]+(?=\S)/gu
const end = /(?<![.:@/\\\u3002\s])[.:@/\\\u3002\s]+$/u

const spaces = /[\p{Cc}\s]+/gu

/**
 * Cleans a user-provided name or title for use in an email: one short line in which mail programs find no address to
 * turn into a link. Returns undefined if nothing is left.
 */
export const cleanName = (text: string): string | undefined => {
  const words = Unicode.normalize(text.toWellFormed(), "NFKC")
    .replace(invisible, "")
    .replace(joints, " ")
    .replace(spaces, " ")
    .trim()
    .replace(end, "")
  const name = codePoints(words) > limits.nameLength ? `${cut(words, limits.nameLength - 1).replace(end, "")}…` : words
  return /[\p{L}\p{N}]/u.test(name) ? name : undefined
}
