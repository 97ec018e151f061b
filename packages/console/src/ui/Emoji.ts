const codePoints = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9}$/i

/** An emoji of the API as characters; it may be given by its code points in hexadecimal. Undefined if there is none. */
export const emojiOf = (emoji: string | undefined): string | undefined => {
  if (emoji === undefined || emoji === "") return undefined
  if (!codePoints.test(emoji)) return emoji
  const points = emoji.split("-").map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}
