import { Schema } from "effect"

const hexadecimal = /^[0-9a-fA-F]{2,6}(?:-[0-9a-fA-F]{2,6}){0,9}$/
const emoji = new RegExp("^\\p{RGI_Emoji}$", "v")

const fromHexadecimal = (text: string): string | undefined => {
  const points = text.split("-").map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

const withSelectors = (text: string): ReadonlyArray<string> => {
  const points = Array.from(text)
  return [text, `${text}\ufe0f`, points.join("\u200d"), points.map((point) => `${point}\ufe0f`).join("\u200d")]
}

/**
 * The characters of one emoji, given as itself or as 1 to 10 hexadecimal code points joined by `-` (selectors and
 * joiners may be left out); undefined for anything else (decisions N4). Two emojis are equal when these are.
 */
export const characters = (text: string): string | undefined => {
  if (emoji.test(text)) return text
  if (emoji.test(`${text}\ufe0f`)) return `${text}\ufe0f`
  if (!hexadecimal.test(text)) return undefined
  const decoded = fromHexadecimal(text)
  return decoded === undefined ? undefined : withSelectors(decoded).find((candidate) => emoji.test(candidate))
}

/** One emoji in either form, kept as it was sent; at most 50 code points. */
export const Emoji = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(100, { expected: "a string at most 100 character(s) long" })),
  Schema.check(
    Schema.makeFilter(
      (text) => (characters(text) === undefined ? "must be one emoji, or its hexadecimal code points" : true),
      {
        toJsonSchema: () => ({ maxLength: 50 })
      }
    )
  )
)
