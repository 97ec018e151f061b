import { Schema } from "effect"
import { codePoints, cut, singleLine } from "../../foundation/text/Text.ts"
import * as Unicode from "../../foundation/text/Unicode.ts"

/** In code points. */
export const limits = { nameLength: 256 } as const

/** Invisible characters that make a name look like another. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u
const everyHidden = new RegExp(hidden, "gu")

/** Path separators, and characters that some file system or shell treats specially. */
const everyReserved = /[<>:"/\\|?*]/gu

const rules: ReadonlyArray<readonly [breaks: RegExp, rule: string]> = [
  [hidden, "must not contain bidirectional controls"],
  [/[/\\]/u, "must not contain / or \\"],
  [/[<>:"|?*]/u, 'must not contain any of < > : " | ? *'],
  [/^\.{1,2}$/u, "must not be . or .."]
]

/** Whether a name or path contains characters that disguise it. */
export const isDisguised = (text: string): boolean => hidden.test(text)

/** Pattern of valid names; leading and trailing spaces are trimmed. */
const pattern = String.raw`^(?!\s*\.{0,2}\s*$)[^/\\<>:"|?*\p{Cc}\p{Bidi_Control}\u2028\u2029]+$`

/** A file name as sent by a caller: one path segment that is valid on every common file system. */
export const FileName = singleLine(1, limits.nameLength, { pattern }).check(
  Schema.makeFilter((text) => rules.find(([breaks]) => breaks.test(text))?.[1], { toJsonSchema: () => ({}) })
)

const extension = /\.[A-Za-z0-9]{1,16}$/

const shorten = (text: string): string => {
  if (codePoints(text) <= limits.nameLength) return text
  const [end = ""] = extension.exec(text) ?? []
  return `${cut(text.slice(0, text.length - end.length), limits.nameLength - end.length).trim()}${end}`
}

/** Turns any text into a valid `FileName`; a valid name is returned unchanged. */
export const sanitize = (text: string): string => {
  const shown = text.toWellFormed().replace(everyHidden, "").replace(everyReserved, "_")
  const plain = Unicode.normalize(shown, "NFC").trim()
  const name = shorten(plain)
  return /^\.{0,2}$/u.test(name) ? "file" : name
}
