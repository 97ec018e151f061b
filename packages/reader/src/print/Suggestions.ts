/** `pages`: number of suggestions; `words`: words of a URL that are searched for. */
export const limits = { pages: 5, words: 5 } as const

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}

/** The search query for a URL without content: the words of its last segment. */
export const queryOf = (path: string): string => {
  const last = path.split("/").findLast((part) => part !== "") ?? ""
  const words = decode(last).split(/[^\p{L}\p{N}]+/u)
  return words
    .filter((word) => word !== "")
    .slice(0, limits.words)
    .join(" ")
}
