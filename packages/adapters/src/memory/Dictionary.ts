/** Distinct tokens by number, in code unit order: one text of them all, and where each ends in it. */
export interface Dictionary {
  readonly text: string
  readonly ends: Uint32Array<ArrayBuffer>
}

/** Makes a dictionary of sorted, distinct tokens. */
export const make = (tokens: ReadonlyArray<string>): Dictionary => {
  const ends = new Uint32Array(tokens.length)
  let end = 0
  for (const [number, { length }] of tokens.entries()) ends[number] = end += length
  return { text: tokens.join(""), ends }
}

export const sizeOf = ({ ends }: Dictionary): number => ends.length

export const tokenAt = ({ ends, text }: Dictionary, number: number): string =>
  text.slice(ends[number - 1] ?? 0, ends[number])

/** The number of a token; undefined when it is not in the dictionary. */
export const numberOf = (dictionary: Dictionary, token: string): number | undefined => {
  let low = 0
  let high = sizeOf(dictionary)
  while (low < high) {
    const middle = (low + high) >> 1
    if (tokenAt(dictionary, middle) < token) low = middle + 1
    else high = middle
  }
  return low < sizeOf(dictionary) && tokenAt(dictionary, low) === token ? low : undefined
}
