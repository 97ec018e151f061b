import * as Text from "./Text.ts"

export const limits = { codePoints: 100 } as const

/**
 * Letters and digits of any script with the marks that belong to them; emoji selectors are marks too, but of no word.
 */
const word = /[\p{L}\p{Nd}](?:[\p{L}\p{Nd}]|(?!\p{Variation_Selector})[\p{Mn}\p{Mc}])*/gu

/** What two slugs are compared by: NFC and lower case (rule page-path). */
export const fold = (text: string): string => text.normalize("NFC").toLowerCase().normalize("NFC")

const cutSlug = (slug: string, length: number) => Text.cut(slug, length).replace(/-+$/, "")

/**
 * The slug of a title: NFC, lower case, letters and digits of any script, everything else a `-`; at most 100 code
 * points; `otherwise` where nothing is left (rule slug-form).
 */
export const make = (title: string, otherwise = "page"): string => {
  const slug = cutSlug((fold(title.toWellFormed()).match(word) ?? []).join("-"), limits.codePoints)
  return slug === "" ? otherwise : slug
}

/** The `n`th slug of a name among siblings: itself, then `-2`, `-3` and so on, cut so that all of it fits. */
export const addNumber = (slug: string, n: number): string => {
  if (n < 2) return slug
  const suffix = `-${n}`
  return cutSlug(slug, limits.codePoints - suffix.length) + suffix
}

/** Whether a slug is one of a name's that has a number. */
export const isNumbered = (slug: string, name: string): boolean => {
  const number = /-(\d+)$/.exec(slug)?.[1]
  return number !== undefined && addNumber(name, Number(number)) === slug
}

/** Key of a page in the maps `slugs` and `moved`. */
export const keyOf = (parent: string | null, slug: string): string => `${parent ?? ""}/${fold(slug)}`
