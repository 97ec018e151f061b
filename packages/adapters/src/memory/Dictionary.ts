/** Distinct tokens by number, in the order of their code units: one text of them all, and where in it each ends. */
export interface Dictionary {
  readonly text: string
  readonly ends: Uint32Array<ArrayBuffer>
}

/** Of tokens in order, each once. */
export const make = (tokens: ReadonlyArray<string>): Dictionary => {
  const ends = new Uint32Array(tokens.length)
  let end = 0
  for (const [number, { length }] of tokens.entries()) ends[number] = end += length
  return { text: tokens.join(""), ends }
}

export const sizeOf = ({ ends }: Dictionary): number => ends.length

export const tokenAt = ({ ends, text }: Dictionary, number: number): string =>
  text.slice(ends[number - 1] ?? 0, ends[number])

/** Undefined when the token is not there. */
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
