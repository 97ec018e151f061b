/** `pages`: how many are suggested; `words`: how many of an address are looked for. */
export const limits = { pages: 5, words: 5 } as const

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}

/** What to look for where nothing is at an address: the words of its last part. */
export const queryOf = (path: string): string => {
  const last = path.split("/").findLast((part) => part !== "") ?? ""
  const words = decode(last).split(/[^\p{L}\p{N}]+/u)
  return words
    .filter((word) => word !== "")
    .slice(0, limits.words)
    .join(" ")
}
