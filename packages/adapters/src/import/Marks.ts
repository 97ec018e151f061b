import { Emoji } from "@quire/core"

export const isIcon = (text: string) => /^[a-z0-9-]{1,50}$/.test(text)
export const isEmoji = (text: string) => Emoji.characters(text) !== undefined

interface PageMarks {
  readonly icon?: string | undefined
  readonly emoji?: string | undefined
}

/** The valid marks of an entry. */
export const marksOf = ({ emoji, icon }: PageMarks) => ({
  ...(icon !== undefined && isIcon(icon) ? { icon } : {}),
  ...(emoji !== undefined && isEmoji(emoji) ? { emoji } : {})
})

/** Problems with the marks of an entry. */
export const problemsOf = ({ emoji, icon }: PageMarks): ReadonlyArray<string> => [
  ...(icon !== undefined && !isIcon(icon) ? ["the icon name is unknown"] : []),
  ...(emoji !== undefined && !isEmoji(emoji) ? ["the emoji is invalid"] : [])
]
