const kind = { none: 0, letter: 1, digit: 2, line: 3 } as const

const kindOf = (sign: string): number => {
  if (/[A-Za-z]/.test(sign)) return kind.letter
  if (/[0-9]/.test(sign)) return kind.digit
  return sign === "_" ? kind.line : kind.none
}

const kinds = Uint8Array.from({ length: 128 }, (_, unit) => kindOf(String.fromCharCode(unit)))

const kindAt = (text: string, at: number): number => kinds[text.charCodeAt(at)] ?? kind.none

/** Whether the character at an index joins its neighbours: `don't`, `v1.5` and `1,024` are one word each. */
const joins = (text: string, at: number): boolean => {
  const side = kindAt(text, at - 1)
  if (side === kind.none || side === kind.line || side !== kindAt(text, at + 1)) return false
  const sign = text.charAt(at)
  return sign === "'" || sign === "." || (side === kind.digit && (sign === "," || sign === ";"))
}

/**
 * Calls `take` for each word of an ASCII text, in lower case with its index, in order; same result as Unicode's word
 * rules.
 */
export const each = (text: string, take: (word: string, at: number) => void): void => {
  const lower = text.toLowerCase()
  for (let start = 0; start < lower.length; start++) {
    let end = start
    let isWord = false
    for (let next = kindAt(lower, end); next !== kind.none || (end > start && joins(lower, end)); ) {
      isWord ||= next === kind.letter || next === kind.digit
      next = kindAt(lower, ++end)
    }
    if (isWord) take(lower.slice(start, end), start)
    start = end
  }
}
