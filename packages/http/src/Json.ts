import { Result } from "effect"
import { limits } from "./Body.ts"

/** Why a text is not taken as a body: `path` in JSON form, empty for the whole. */
export interface Refusal {
  readonly reason: "MalformedJson" | "JsonTooDeep" | "JsonTooLarge" | "InvalidText" | "InvalidKey" | "InvalidNumber"
  readonly path: string
  readonly rule: string
}

const refusal = (reason: Refusal["reason"], path: string, rule: string): Refusal => ({ reason, path, rule })

const quote = 0x22
const backslash = 0x5c

/** Where the string that opens at `start` closes; the text's length when it does not. */
const endOfString = (text: string, start: number): number => {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) index++
  }
  return text.length
}

const isTooDeep = (text: string): boolean => {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) index = endOfString(text, index)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > limits.depth) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

const textFault = (text: string): string | undefined => {
  if (!text.isWellFormed()) return "must be well-formed Unicode"
  return text.includes("\u0000") ? "must not contain NUL" : undefined
}

const refusedKeys = new Set(["__proto__", "constructor"])

const below = (path: string, key: string | number): string => (path === "" ? String(key) : `${path}.${key}`)

const keyFault = (key: string, path: string, anyKeys: boolean): Refusal | undefined => {
  if (!anyKeys && refusedKeys.has(key)) return refusal("InvalidKey", below(path, key), "is not an allowed key")
  const fault = textFault(key)
  return fault === undefined ? undefined : refusal("InvalidKey", path, `a key ${fault}`)
}

const objectFault = (value: object, path: string, anyKeys: boolean): Refusal | undefined => {
  const entries: ReadonlyArray<[string, unknown]> = Object.entries(value)
  if (entries.length > limits.keysPerObject) {
    return refusal("JsonTooLarge", path, `must have at most ${limits.keysPerObject} keys`)
  }
  for (const [key, child] of entries) {
    const fault = keyFault(key, path, anyKeys) ?? faultIn(child, path, key, anyKeys)
    if (fault !== undefined) return fault
  }
  return undefined
}

const arrayFault = (items: ReadonlyArray<unknown>, path: string, anyKeys: boolean): Refusal | undefined => {
  if (items.length > limits.itemsPerArray) {
    return refusal("JsonTooLarge", path, `must have at most ${limits.itemsPerArray} items`)
  }
  for (const [index, item] of items.entries()) {
    const fault = faultIn(item, path, index, anyKeys)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Depth is bounded before parsing, so the recursion is. */
const faultIn = (value: unknown, parent: string, key: string | number, anyKeys: boolean): Refusal | undefined => {
  if (typeof value === "string") {
    const fault = textFault(value)
    return fault === undefined ? undefined : refusal("InvalidText", below(parent, key), fault)
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? undefined : refusal("InvalidNumber", below(parent, key), "must be a finite number")
  }
  if (typeof value !== "object" || value === null) return undefined
  const path = below(parent, key)
  return Array.isArray(value) ? arrayFault(value, path, anyKeys) : objectFault(value, path, anyKeys)
}

const parsed = (text: string): Result.Result<unknown, Refusal> =>
  Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => refusal("MalformedJson", "", "must be valid JSON")
  })

/**
 * Parses a body. Depth is measured before parsing; lone surrogates, NUL, keys that reach prototypes, numbers that are
 * not finite, and more keys or items than `limits` are refused by path. With `anyKeys` those keys are kept, as data.
 */
export const parse = (text: string, anyKeys = false): Result.Result<unknown, Refusal> => {
  if (isTooDeep(text)) return Result.fail(refusal("JsonTooDeep", "", `must be nested at most ${limits.depth} deep`))
  return Result.flatMap(parsed(text), (value) => {
    const fault = faultIn(value, "", "", anyKeys)
    return fault === undefined ? Result.succeed(value) : Result.fail(fault)
  })
}
