const strong = /[\p{L}\p{N}]/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const letter = /\p{L}/u

/** Whether a text is written from right to left, according to its first letter. */
export const isRightToLeft = (text: string): boolean => {
  const first = letter.exec(text)?.[0]
  return first !== undefined && rightToLeft.test(first)
}

/** A position where a line may be broken without a hyphen. */
export const softBreak = "\u200b"

/** Characters without a blank that fit on any line, of a text and of code. */
const [longestWord, longestCode] = [28, 64] as const

const afterSigns = /(?<![/._\-?&=:,;|@+\\])[/._\-?&=:,;|@+\\]+(?=[^\s/._\-?&=:,;|@+\\])/g

const breakWord = (word: string, longest: number): string => {
  const pieces = word.replace(afterSigns, `$&${softBreak}`).split(softBreak)
  return pieces
    .map((piece) => {
      const characters = Array.from(piece)
      if (characters.length <= longest) return piece
      const parts: Array<string> = []
      for (let at = 0; at < characters.length; at += longest) parts.push(characters.slice(at, at + longest).join(""))
      return parts.join(softBreak)
    })
    .join(softBreak)
}

const breaker = (longest: number) => {
  const word = new RegExp(`[\\x21-\\x7e\\u00a1-\\u2e7f]{${longest + 1},}`, "g")
  return (text: string): string =>
    text.length <= longest
      ? text
      : text.replace(word, (found) => (strong.test(found) ? breakWord(found, longest) : found))
}

/** The text with places where words that are longer than a line may be broken. */
export const breakable = breaker(longestWord)

/** The same for code, whose lines are longer. */
export const breakableCode = breaker(longestCode)

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g

/** A text without characters that have no glyph. */
export const plain = (text: string): string => text.replace(controls, " ")

/** A text on one line. */
export const oneLine = (text: string): string => plain(text).replace(/\s+/g, " ").trim()

/** Code on one line, with tabs replaced by spaces. */
export const codeLine = (text: string): string => plain(text.replace(/[\r\n]/g, " ").replaceAll("\t", "    "))
