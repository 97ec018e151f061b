const letter = /\p{L}/gu
const fromTheRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/gu

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The direction that most letters of a text are read in; undefined for one without letters. */
export const of = (text: string): "ltr" | "rtl" | undefined => {
  const letters = count(text, letter)
  if (letters === 0) return undefined
  return 2 * count(text, fromTheRight) > letters ? "rtl" : "ltr"
}
