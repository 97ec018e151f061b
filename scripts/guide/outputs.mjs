const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const tidy = (text, lang) => {
  const lines = text.replace(/[^\S\n]+$/gm, "").trim()
  return lang === "json" ? lines.replace(/\s+/g, "") : lines.replace(/\s+/g, " ")
}

/**
 * The difference between the actual output and the one on a page, where `…` matches any text. Undefined if they match.
 */
export const differenceOf = (expected, actual) => {
  const pattern = tidy(expected.text, expected.lang).split("…").map(escape).join("[\\s\\S]*?")
  if (new RegExp(`^${pattern}$`).test(tidy(actual, expected.lang))) return undefined
  return `expected output\n${expected.text}\nactual output\n${actual.trim()}`
}
