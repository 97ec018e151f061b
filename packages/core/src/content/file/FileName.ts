import { Schema } from "effect"
import { codePoints, cut, singleLine } from "../../foundation/text/Text.ts"

/** In code points. */
export const limits = { nameLength: 256 } as const

/** Characters that nobody sees and that change what a name seems to be. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u
const everyHidden = new RegExp(hidden, "gu")

/** What separates names in a path, or means something else than itself to some system that files are saved on. */
const everyReserved = /[<>:"/\\|?*]/gu

const rules: ReadonlyArray<readonly [breaks: RegExp, rule: string]> = [
  [hidden, "must not contain bidirectional controls"],
  [/[/\\]/u, "must not contain / or \\"],
  [/[<>:"|?*]/u, 'must not contain any of < > : " | ? *'],
  [/^\.{1,2}$/u, "must not be . or .."]
]

/** Whether a name or path has characters that hide what it is. */
export const isDisguised = (text: string): boolean => hidden.test(text)

/** The name of a file as somebody gives it: one segment, which means the same wherever it is saved. */
export const FileName = singleLine(1, limits.nameLength).check(
  Schema.makeFilter((text) => rules.find(([breaks]) => breaks.test(text))?.[1], { toJsonSchema: () => ({}) })
)

const extension = /\.[A-Za-z0-9]{1,16}$/

const shortened = (text: string): string => {
  if (codePoints(text) <= limits.nameLength) return text
  const [end = ""] = extension.exec(text) ?? []
  return `${cut(text.slice(0, text.length - end.length), limits.nameLength - end.length).trim()}${end}`
}

/** The name that is kept of one that a source gives: itself where it is a `FileName` already. */
export const cleaned = (text: string): string => {
  const plain = text.toWellFormed().replace(everyHidden, "").replace(everyReserved, "_").normalize("NFC").trim()
  const name = shortened(plain)
  return /^\.{0,2}$/u.test(name) ? "file" : name
}
