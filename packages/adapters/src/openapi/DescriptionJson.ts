import { DescriptionReader, ExactJson } from "@quire/core"
import { limits } from "./DescriptionLimits.ts"

const refuse = (problem: string) => new DescriptionReader.DescriptionRefused({ problem })

const [quote, backslash, comma] = [34, 92, 44]
const [openObject, closeObject, openList, closeList] = [123, 125, 91, 93]

const lineOf = (text: string, at: number): number => {
  let line = 1
  for (let next = text.indexOf("\n"); next !== -1 && next < at; next = text.indexOf("\n", next + 1)) line++
  return line
}

/** The index of the quote that ends the string which begins at an index. */
const endOf = (text: string, begin: number): number => {
  let at = begin + 1
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

const keyOf = (raw: string): string => {
  if (!raw.includes("\\")) return raw
  const key: unknown = JSON.parse(`"${raw}"`)
  return String(key)
}

/** Refuses valid JSON that is too deep or too much, or has a key twice, of which the parser would keep the last. */
const examine = (text: string): void => {
  /** The keys of each object that is open; undefined for a list. */
  const open: Array<Set<string> | undefined> = []
  let values = 1
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOf(text, at)
      const keys = isKey ? open.at(-1) : undefined
      if (keys !== undefined) {
        const key = keyOf(text.slice(at + 1, end))
        if (keys.has(key)) throw refuse(`line ${lineOf(text, at)} contains the key "${key}" twice`)
        keys.add(key)
      }
      isKey = false
      at = end
    } else if (code === openObject || code === openList) {
      isKey = code === openObject
      values++
      if (open.push(isKey ? new Set() : undefined) > limits.depth) {
        throw refuse(`line ${lineOf(text, at)} is nested more than ${limits.depth} levels deep`)
      }
    } else if (code === closeObject || code === closeList) {
      isKey = false
      open.pop()
    } else if (code === comma) {
      isKey = open.at(-1) !== undefined
      values++
      if (values > limits.values) throw refuse(`it contains more than ${limits.values.toLocaleString("en")} values`)
    }
  }
}

const validate = (text: string): void => {
  try {
    JSON.parse(text)
  } catch (error) {
    throw refuse(`it is not valid JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}`)
  }
}

/** The value of a JSON text, its numbers as they are written; throws `DescriptionRefused`. */
export const parse = (text: string): unknown => {
  validate(text)
  examine(text)
  return ExactJson.parse(text)
}
