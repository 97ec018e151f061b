import { type JsonSchema, Schema, SchemaTransformation } from "effect"
import * as Unicode from "./Unicode.ts"

const surrogate = /[\ud800-\udfff]/

const isPair = (text: string, at: number) =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00

/** Length in Unicode code points, the unit of every text limit. */
export const codePoints = (text: string): number => {
  if (!surrogate.test(text)) return text.length
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) if (isPair(text, at)) count--
  return count
}

/** The text cut to at most `limit` code points. */
export const cut = (text: string, limit: number): string => {
  const units = text.slice(0, limit)
  if (!surrogate.test(units)) return units
  let end = 0
  for (let left = limit; left > 0 && end < text.length; left--) end += isPair(text, end) ? 2 : 1
  return text.slice(0, end)
}

/** The last `limit` code points of the text. */
export const cutStart = (text: string, limit: number): string => {
  const units = text.slice(Math.max(0, text.length - limit))
  if (!surrogate.test(units)) return units
  let start = text.length
  for (let left = limit; left > 0 && start > 0; left--) start -= start > 1 && isPair(text, start - 2) ? 2 : 1
  return text.slice(start)
}

/** The form in which texts are compared: NFKC and lower case. Stores never fold texts themselves. */
export const fold = (text: string): string => Unicode.normalize(text, "NFKC").toLowerCase()

/** Whether stores accept the text: it contains neither NUL nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** The length limits of a text in the API description. */
const lengths = (min: number, max: number) => ({ ...(min > 0 ? { minLength: min } : {}), maxLength: max })

const checkLength = (min: number, max: number) => {
  const rule = min === 0 ? `must be at most ${max} characters` : `must be ${min} to ${max} characters`
  return Schema.makeFilter<string>(
    (text) => {
      const length = codePoints(text)
      return length >= min && length <= max ? undefined : rule
    },
    { toJsonSchema: () => lengths(min, max) }
  )
}

const controls = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029"

const control = new RegExp(`[${controls}]`)

/** Patterns of a single-line text by its minimum length after trimming: none, one, more. */
const linePatterns = {
  empty: `^[^${controls}]*$`,
  filled: `^[^\\S${controls}]*[^\\s${controls}][^${controls}]*$`,
  trimmed: `^[^\\s${controls}](?:[^${controls}]*[^\\s${controls}])?$`
} as const

const linePattern = (min: number): string => {
  if (min > 1) return linePatterns.trimmed
  return min === 1 ? linePatterns.filled : linePatterns.empty
}

/** Whether a text has characters that a single-line text must not contain. */
export const hasControl = (text: string): boolean => control.test(text)

/** Checks of a single-line text, each with the rule that it enforces. */
const faults: ReadonlyArray<readonly [has: (text: string) => boolean, rule: string]> = [
  [hasControl, "must not contain control characters"],
  [(text) => !text.isWellFormed(), "must be well-formed Unicode"],
  [Unicode.hasTooManyMarks, `must not have more than ${Unicode.limits.marks} combining marks in a row`]
]

const lineFault = (text: string): string | undefined => faults.find(([has]) => has(text))?.[1]

/**
 * Single-line text of `min` to `max` code points, counted after trimming and NFC. Control characters and lone
 * surrogates are rejected. `more`: further annotations in the API description, such as a format.
 */
export const singleLine = (min: number, max: number, more: JsonSchema.JsonSchema = {}) =>
  Schema.String.check(
    Schema.makeFilter(lineFault, {
      toJsonSchema: () => ({ ...lengths(min, max), pattern: linePattern(min), ...more })
    })
  ).pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transform({
        decode: (text) => Unicode.normalize(text.trim(), "NFC"),
        encode: (text) => text
      })
    ),
    Schema.check(checkLength(min, max))
  )

/** Multi-line text, stored as sent. NUL and lone surrogates are rejected. */
export const multiLine = (min: number, max: number) =>
  Schema.String.pipe(
    Schema.check(
      Schema.makeFilter(
        (text) =>
          text.includes("\u0000")
            ? "must not contain NUL"
            : text.isWellFormed()
              ? undefined
              : "must be well-formed Unicode",
        { toJsonSchema: () => ({ pattern: "^[^\\u0000]*$" }) }
      )
    ),
    Schema.check(checkLength(min, max))
  )
