import * as Unicode from "../../foundation/text/Unicode.ts"

/** Letters that have no decomposition, but are typed as others. */
const replacements: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["ı", "i"],
  ["ĸ", "k"],
  ["ς", "σ"]
])

const replaced = /[ßæœøłđðþħŧıĸς]/g

/**
 * Marks that readers omit: diacritics of European scripts, Hebrew points, Arabic vowel signs and the tatweel. Marks of
 * other scripts are letters or make another letter, as in kana, and so does the breve of Cyrillic.
 */
const omittedMarks =
  /(?<![\u0438\u0443])\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|\u0640|[\u064b-\u065f\u0670]/g

const ascii = /^[\0-\x7f]*$/

/**
 * The form in which words are compared: lower case, without width variants, ligatures and the marks that readers omit
 * (rule search-terms).
 */
export const fold = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : Unicode.normalize(
        Unicode.normalize(text, "NFKD")
          .toLowerCase()
          .replace(omittedMarks, "")
          .replace(replaced, (letter) => replacements.get(letter) ?? letter),
        "NFC"
      )
