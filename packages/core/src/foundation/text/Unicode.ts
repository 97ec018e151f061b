import * as Lazy from "../operation/Lazy.ts"

/**
 * Platform functions whose time grows with the square of their input, with a bound on that input. User-provided texts
 * reach these functions only here (`scripts/tidy/linear.mjs`). `piece`: code units that are passed to a segmenter in
 * one call, because that of Node 20 copies all of them for each segment; `marks`: combining marks in a row that are
 * sorted relative to each other.
 */
export const limits = { piece: 1_024, marks: 128 } as const

/** Marks in a row beyond those that are sorted; the two letters become marks when they are decomposed. */
const tooManyMarks = /(?<![\p{M}\uff9e\uff9f])([\p{M}\uff9e\uff9f]{128})[\p{M}\uff9e\uff9f]+/gu

/** Whether a text has more combining marks in a row than any script uses. */
export const hasTooManyMarks = (text: string): boolean => text.search(tooManyMarks) >= 0

/** A normalization form of a text. Only the first 128 combining marks in a row are retained (rule text-marks). */
export const normalize = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(tooManyMarks, "$1").normalize(form)

/** Splits a text into segments: a part of `Intl.Segmenter`. */
export interface Segmenter {
  readonly segment: (text: string) => Iterable<{
    readonly segment: string
    readonly index: number
    readonly isWordLike?: boolean | undefined
  }>
}

const words = Lazy.make((): Segmenter => new Intl.Segmenter("und", { granularity: "word" }))

const graphemes = Lazy.make((): Segmenter => new Intl.Segmenter("und", { granularity: "grapheme" }))

/** Two characters that never join: of scripts whose letters need no marks. */
const separate =
  /^(?!\r\n)[\0-\u02ff\u0370-\u0482\u048a-\u052f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]{2}$/

/** Code units around an index that are read to find a boundary; longer graphemes are divided. */
const around = 64

/** The boundary between graphemes at an index of a text, else the next one before or after it. */
export const findBoundary = (text: string, index: number, side: "before" | "after"): number => {
  if (index <= 0 || index >= text.length || separate.test(text.slice(index - 1, index + 1))) return index
  const start = Math.max(0, index - around)
  for (const { index: at, segment } of graphemes().segment(text.slice(start, index + around))) {
    const end = start + at + segment.length
    if (end >= index) return end === index || side === "after" ? end : start + at
  }
  return index
}

/** Code units before the end of a piece whose segments may change when more of the text is known. */
const unsure = 64

const isHighHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800

/** The end of the piece of a text that starts at an index; never inside a character. */
const endOfPiece = (text: string, start: number): number => {
  const end = Math.min(text.length, start + limits.piece)
  return end < text.length && isHighHalf(text.charCodeAt(end - 1)) ? end - 1 : end
}

/**
 * Calls `take` with the words of a text and their indexes, by Unicode's word rules. The text is passed to the segmenter
 * in pieces that start at segment boundaries, so that the words are the same; of a word that is longer than a piece,
 * only the part in its first piece is used.
 */
export const eachWord = (
  text: string,
  take: (word: string, at: number) => void,
  segmenter: Segmenter = words()
): void => {
  let isWithin = false
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start)
    const sure = end === text.length ? end : end - unsure
    let next = start
    for (const { index, isWordLike, segment } of segmenter.segment(text.slice(start, end))) {
      if (next > start && start + index + segment.length > sure) break
      next = start + index + segment.length
      if (isWordLike === true && !isWithin) take(segment, start + index)
      isWithin = false
    }
    isWithin = next === end && end < text.length
    start = next
  }
}
