import * as CodePoint from "./CodePoint.ts"

export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

const isArray = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const text = (value: string): string => {
  if (!value.isWellFormed()) throw new TypeError("canonical JSON holds well-formed text only")
  return JSON.stringify(value)
}

/**
 * The one text of a JSON value: keys in code-point order, no white space, `-0` as `0`. Throws on what JSON cannot hold
 * (`undefined`, numbers that are not finite, lone surrogates): equal values must never have two texts.
 */
export const stringify = (value: Json): string => {
  if (value === null || typeof value === "boolean") return String(value)
  if (typeof value === "string") return text(value)
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds finite numbers only")
    return JSON.stringify(value)
  }
  if (typeof value !== "object") throw new TypeError(`canonical JSON holds no ${typeof value}`)
  if (isArray(value)) return `[${Array.from(value, stringify).join(",")}]`
  const members = Object.entries(value).sort((left, right) => CodePoint.compare(left[0], right[0]))
  return `{${members.map(([key, member]) => `${text(key)}:${stringify(member)}`).join(",")}}`
}

/** What `stringify` takes. */
export const isJson = (value: unknown): value is Json => {
  if (value === null || typeof value === "boolean") return true
  if (typeof value === "string") return value.isWellFormed()
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value !== "object") return false
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isJson(member))
}

const equalRecords = (left: object, right: object): boolean => {
  const others = new Map(Object.entries(right))
  const own = Object.entries(left)
  return own.length === others.size && own.every(([key, value]) => others.has(key) && equals(value, others.get(key)))
}

/** Structural equality of plain data: what equal canonical texts would say, without making them. */
export const equals = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  return Array.isArray(left) === Array.isArray(right) && equalRecords(left, right)
}

/** Names of the fields in which two records differ. */
export const differingFields = (left: object, right: object): ReadonlyArray<string> => {
  const [old, now] = [new Map(Object.entries(left)), new Map(Object.entries(right))]
  return [...new Set([...old.keys(), ...now.keys()])].filter((field) => !equals(old.get(field), now.get(field)))
}

/** The same value, made immutable through and through. */
export const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}
