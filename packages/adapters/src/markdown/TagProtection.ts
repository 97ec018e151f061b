/** Lines that consist of a tag only, after the markers of the containers that they are in. */
const tagLine = /^([-+*>\d.)\t ]*)\{%((?:[^"\n%]|"(?:[^"\\\n]|\\.)*"|%(?!\}))*)%\}(?=[ \t]*$)/gm

export interface ProtectedText {
  /** A placeholder as long as the text that it replaces. */
  readonly text: string
  /** Where each tag ends, by where it starts. */
  readonly tags: ReadonlyMap<number, number>
}

/**
 * The text with tags as instructions (`<?…?>`): blocks of HTML that end a paragraph and are one line, as tags are, for a
 * parser that does not know tags.
 */
export const swap = (text: string): ProtectedText => {
  const tags = new Map<number, number>()
  const swapped = text.replace(tagLine, (found, before: string, body: string, at: number) => {
    tags.set(at + before.length, at + found.length)
    return `${before}<?${body}?>`
  })
  return { text: swapped, tags }
}
