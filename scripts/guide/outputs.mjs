const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const tidy = (text, lang) => {
  const lines = text.replace(/[^\S\n]+$/gm, "").trim()
  return lang === "json" ? lines.replace(/\s+/g, "") : lines.replace(/\s+/g, " ")
}

/** Why what was printed is not what a page says; `…` there stands for anything. Undefined if it is. */
export const differenceOf = (expected, actual) => {
  const pattern = tidy(expected.text, expected.lang).split("…").map(escape).join("[\\s\\S]*?")
  if (new RegExp(`^${pattern}$`).test(tidy(actual, expected.lang))) return undefined
  return `the page says\n${expected.text}\nbut it is\n${actual.trim()}`
}
