/** Distinct tokens by number, in code unit order: one text of all tokens, and the end of each in it. */
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

/** The number of the first token for which a monotonic test is true; the size if there is none. */
const firstWhere = (dictionary: Dictionary, isBeyond: (token: string) => boolean): number => {
  let low = 0
  let high = sizeOf(dictionary)
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBeyond(tokenAt(dictionary, middle))) high = middle
    else low = middle + 1
  }
  return low
}

/** The number of a token; undefined when it is not in the dictionary. */
export const numberOf = (dictionary: Dictionary, token: string): number | undefined => {
  const number = firstWhere(dictionary, (other) => other >= token)
  return number < sizeOf(dictionary) && tokenAt(dictionary, number) === token ? number : undefined
}

/** The numbers of the tokens that begin with a prefix: from `first`, before `end`. */
export const rangeOf = (dictionary: Dictionary, prefix: string): { readonly first: number; readonly end: number } => ({
  first: firstWhere(dictionary, (token) => token >= prefix),
  end: firstWhere(dictionary, (token) => token > prefix && !token.startsWith(prefix))
})
