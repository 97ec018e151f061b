import { codePoints, cut } from "../../foundation/text/Text.ts"

/** What a letter takes over of a name or title that somebody wrote, in code points. */
export const limits = { nameLength: 64 } as const

/** Characters that nobody sees, but those that letters and emoji are joined and shaped by. */
const invisible = /(?![\u200c-\u200d]|[\ufe0e-\ufe0f])\p{Default_Ignorable_Code_Point}/gu

/** What programs find addresses by, where it begins a word, stands within one, or ends all. */
const joints = /[.:@/\\\u3002]+(?=\S)/gu
const end = /[.:@/\\\u3002\s]+$/u

const spaces = /[\p{Cc}\s]+/gu

/**
 * A name or title that somebody wrote, as a letter may say it: one short line in which no program finds an address to
 * make a link of. Undefined when nothing is left.
 */
export const cleanName = (text: string): string | undefined => {
  const words = text
    .toWellFormed()
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(joints, " ")
    .replace(spaces, " ")
    .trim()
    .replace(end, "")
  const said = codePoints(words) > limits.nameLength ? `${cut(words, limits.nameLength - 1).replace(end, "")}…` : words
  return /[\p{L}\p{N}]/u.test(said) ? said : undefined
}
