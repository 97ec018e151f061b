import { Schema } from "effect"
import * as Lazy from "../operation/Lazy.ts"

const hexadecimal = /^[0-9a-fA-F]{2,6}(?:-[0-9a-fA-F]{2,6}){0,9}$/
const emoji = Lazy.make(() => new RegExp("^\\p{RGI_Emoji}$", "v"))

const fromHexadecimal = (text: string): string | undefined => {
  const points = text.split("-").map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

const selector = "\ufe0f"
const joiner = "\u200d"
const needsSelector = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu

/** Adds the selectors that an emoji needs and removes all others. */
const normalizeSelectors = (text: string): string =>
  text.replaceAll(selector, "").replace(needsSelector, `$&${selector}`)

/** Inserts a joiner wherever one is allowed. */
const insertJoiners = (text: string): string => text.replace(/(?<=.)(?!\p{Emoji_Modifier})(?=.)/gsu, joiner)

/**
 * The characters of one emoji, given as itself or as 1 to 10 hexadecimal code points joined by `-`; undefined for
 * anything else (rule text-emoji). Selectors may be left out, and so may joiners between code points. Two emojis are
 * equal if their characters are.
 */
export const characters = (text: string): string | undefined => {
  const own = normalizeSelectors(text)
  if (emoji().test(own)) return own
  const decoded = hexadecimal.test(text) ? fromHexadecimal(text) : undefined
  if (decoded === undefined) return undefined
  return [decoded, insertJoiners(decoded)].map(normalizeSelectors).find((candidate) => emoji().test(candidate))
}

/** One emoji in either form, stored as sent; at most 50 code points. */
export const Emoji = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(100, { expected: "a string at most 100 character(s) long" })),
  Schema.check(
    Schema.makeFilter(
      (text) => (characters(text) === undefined ? "must be one emoji, or its hexadecimal code points" : true),
      {
        toJsonSchema: () => ({ maxLength: 50, format: "emoji" })
      }
    )
  )
)
