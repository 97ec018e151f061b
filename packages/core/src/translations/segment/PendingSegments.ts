/** Endings by which names of files are known. */
const endings =
  "cjs|conf|css|csv|env|gif|go|html?|ini|ipynb|java|jpe?g|jsonl?|jsx?|lock|log|mdx?|mjs|pdf|php|png|proto|py|rb|rs|sh|sql|svg|toml|tsv?|tsx|txt|wasm|xml|ya?ml|zip"

/** Addresses, paths, names of files and names from code, in prose (rule translation-unsent). */
const unsent = new RegExp(
  [
    String.raw`(?:https?|ftp|mailto|tel):[^\s<>"']*[^\s<>"'.,;:!?)\]]`,
    String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\bwww\.[\w-]+(?:\.[\w-]+)+(?:/[^\s<>"']*[^\s<>"'.,;:!?)\]])?`,
    String.raw`(?<![\w/])(?:\.{0,2}/)[\w.{}:@-]+(?:/[\w.{}:@-]*[\w{}@-])*/?`,
    String.raw`(?<![\w@./-])[\w@-][\w@./-]*\.(?:${endings})\b`,
    String.raw`(?<![\w.])[\w.]*\w\(\)`,
    String.raw`\b[A-Za-z][A-Za-z0-9]*_\w+`,
    String.raw`\b[a-z]+[0-9]*(?:[A-Z][a-z0-9]+)+[A-Z]*\b`,
    String.raw`(?<![\w-])--?[a-z][\w-]*\b`,
    String.raw`\$\{?[A-Za-z_]\w*\}?`
  ].join("|"),
  "g"
)

export interface Part {
  readonly text: string
  readonly isUnsent: boolean
}

/** The parts of a text, those that a translator does not see apart. */
export const split = (text: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let at = 0
  for (const found of text.matchAll(unsent)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index), isUnsent: false })
    parts.push({ text: found[0], isUnsent: true })
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), isUnsent: false })
  return parts
}
