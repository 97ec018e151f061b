import * as Text from "./Text.ts"
import * as Unicode from "./Unicode.ts"

export const limits = { codePoints: 100 } as const

/** Letters and digits of any script, with their combining marks. Emoji selectors are marks but never part of a word. */
const word = /[\p{L}\p{Nd}](?:[\p{L}\p{Nd}]|(?!\p{Variation_Selector})[\p{Mn}\p{Mc}])*/gu

/** The form in which slugs are compared: NFC and lower case (rule page-path). */
export const fold = (text: string): string => Unicode.normalize(Unicode.normalize(text, "NFC").toLowerCase(), "NFC")

const cutSlug = (slug: string, length: number) => Text.cut(slug, length).replace(/(?<!-)-+$/, "")

/**
 * The slug of a title: NFC, lower case, letters and digits of any script, everything else replaced by `-`; at most 100
 * code points; `otherwise` if nothing is left (rule slug-form).
 */
export const make = (title: string, otherwise = "page"): string => {
  const slug = cutSlug((fold(title.toWellFormed()).match(word) ?? []).join("-"), limits.codePoints)
  return slug === "" ? otherwise : slug
}

/** The `n`th slug of a name among siblings: the name, then `-2`, `-3` and so on, cut to fit the limit. */
export const addNumber = (slug: string, n: number): string => {
  if (n < 2) return slug
  const suffix = `-${n}`
  return cutSlug(slug, limits.codePoints - suffix.length) + suffix
}

/** Whether a slug is a name with an added number. */
export const isNumbered = (slug: string, name: string): boolean => {
  const number = /-(\d+)$/.exec(slug)?.[1]
  return number !== undefined && addNumber(name, Number(number)) === slug
}

/** The key of a page in the maps `slugs` and `moved`. */
export const keyOf = (parent: string | null, slug: string): string => `${parent ?? ""}/${fold(slug)}`
