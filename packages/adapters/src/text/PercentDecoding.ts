/** Decodes percent-encoded characters; a text with a percent sign that encodes nothing is returned as it is. */
export const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
