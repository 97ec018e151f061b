import { Emoji } from "@quire/core"

export const isIcon = (text: string) => /^[a-z0-9-]{1,50}$/.test(text)
export const isEmoji = (text: string) => Emoji.characters(text) !== undefined

interface Given {
  readonly icon?: string | undefined
  readonly emoji?: string | undefined
}

/** The marks of an entry as far as they are ones. */
export const marksOf = ({ emoji, icon }: Given) => ({
  ...(icon !== undefined && isIcon(icon) ? { icon } : {}),
  ...(emoji !== undefined && isEmoji(emoji) ? { emoji } : {})
})

/** What is wrong with the marks of an entry. */
export const problemsOf = ({ emoji, icon }: Given): ReadonlyArray<string> => [
  ...(icon !== undefined && !isIcon(icon) ? ["the icon is not the name of one"] : []),
  ...(emoji !== undefined && !isEmoji(emoji) ? ["the emoji is not one"] : [])
]
