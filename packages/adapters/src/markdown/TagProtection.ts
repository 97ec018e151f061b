/** Lines that consist of a tag only, after the markers of the containers that they are in. */
const tagLine = /^([-+*>\d.)\t ]*)\{%((?:[^"\n%]|"(?:[^"\\\n]|\\.)*"|%(?!\}))*)%\}(?=[ \t]*$)/gm

export interface ProtectedText {
  /** A placeholder as long as the text that it replaces. */
  readonly text: string
  /** End offset of each tag, by its start offset. */
  readonly tags: ReadonlyMap<number, number>
}

/**
 * The text with tags replaced by processing instructions (`<?…?>`), for a parser that does not support tags. Like tags,
 * they are HTML blocks of one line that end a paragraph.
 */
export const swap = (text: string): ProtectedText => {
  const tags = new Map<number, number>()
  const swapped = text.replace(tagLine, (found, before: string, body: string, at: number) => {
    tags.set(at + before.length, at + found.length)
    return `${before}<?${body}?>`
  })
  return { text: swapped, tags }
}
