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

/** What is wrong with a field of front matter. */
export interface FieldProblem {
  readonly field: string
  readonly reason: string
}

/** Problems with the marks of an entry. */
export const problemsOf = ({ emoji, icon }: PageMarks): ReadonlyArray<FieldProblem> => [
  ...(icon !== undefined && !isIcon(icon) ? [{ field: "icon", reason: "the icon name is unknown" }] : []),
  ...(emoji !== undefined && !isEmoji(emoji) ? [{ field: "emoji", reason: "the emoji is invalid" }] : [])
]
