/** Windows-1252 for the bytes from 0x80 to 0x9f; five of them mean nothing. */
const windows1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

/**
 * Control characters from U+0080 to U+009F, which no author writes, as the characters of Windows-1252: decoders of Node
 * return them for Windows-1252, which web pages call Latin-1, and texts contain them that were converted as Latin-1.
 */
export const fromControls = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => (windows1252[control.charCodeAt(0) - 0x80] ?? " ").trim())
