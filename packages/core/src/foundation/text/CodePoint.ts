/** Ranks surrogates above the rest of the basic plane, according to the code points that they encode. */
const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares by code point, like `COLLATE "C"`; `<` compares UTF-16 units and differs above U+FFFF. */
export const compare = (left: string, right: string): number => {
  const shared = Math.min(left.length, right.length)
  for (let index = 0; index < shared; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)]
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** The character (one code point) at a UTF-16 offset; `""` at the end. */
export const characterAt = (text: string, offset: number): string => {
  const point = text.codePointAt(offset)
  return point === undefined ? "" : String.fromCodePoint(point)
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xdc00

/** How many UTF-16 units two texts have in common from the given offsets; never ends inside a character. */
export const sharedLength = (left: string, leftOffset: number, right: string, rightOffset: number): number => {
  const limit = Math.min(left.length - leftOffset, right.length - rightOffset)
  let length = 0
  while (length < limit && left.charCodeAt(leftOffset + length) === right.charCodeAt(rightOffset + length)) length++
  return length > 0 && isHighSurrogate(left.charCodeAt(leftOffset + length - 1)) ? length - 1 : length
}
