import { Predicate, Schema } from "effect"
import * as CodePoint from "./CodePoint.ts"

/** A value that `stringify` accepts. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** Short texts, such as names, that need no escaping in JSON. */
const plainText = /^[ !#-[\]-~]{0,32}$/

const stringifyText = (value: string): string => {
  if (plainText.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new TypeError("canonical JSON holds well-formed text only")
  return JSON.stringify(value)
}

/** Longer lists are sorted by `Array.sort`. */
const insertionSortLimit = 16

/** Sorts names in place. Short lists use insertion sort, because they are usually sorted already. */
const sortNames = (names: Array<string>): ReadonlyArray<string> => {
  if (names.length > insertionSortLimit) return names.sort(CodePoint.compare)
  for (let from = 1; from < names.length; from++) {
    const name = names[from] ?? ""
    let at = from
    for (let before = names[at - 1] ?? ""; at > 0 && CodePoint.compare(before, name) > 0; at--) {
      names[at] = before
      before = names[at - 2] ?? ""
    }
    names[at] = name
  }
  return names
}

const stringifyList = (items: ReadonlyArray<unknown>): string => {
  let list = ""
  for (const item of items) list += list === "" ? stringify(item) : `,${stringify(item)}`
  return `[${list}]`
}

const stringifyRecord = (record: { readonly [key: string]: unknown }): string => {
  let members = ""
  for (const name of sortNames(Object.keys(record))) {
    members += `${members === "" ? "" : ","}${stringifyText(name)}:${stringify(record[name])}`
  }
  return `{${members}}`
}

/**
 * The canonical text of a JSON value: keys in code-point order, no white space, `-0` as `0`. Equal values have equal
 * texts. Throws on values that JSON cannot hold (`undefined`, numbers that are not finite, lone surrogates).
 */
export const stringify = (value: unknown): string => {
  if (typeof value === "string") return stringifyText(value)
  if (value === null || typeof value === "boolean") return String(value)
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("canonical JSON holds finite numbers only")
    return JSON.stringify(value)
  }
  if (Array.isArray(value)) return stringifyList(value)
  if (Predicate.isReadonlyObject(value)) return stringifyRecord(value)
  throw new TypeError(`canonical JSON holds no ${typeof value}`)
}

/** `depth`: maximum nesting of lists and objects. Functions that traverse a value recurse once for each level. */
export const limits = { depth: 256 } as const

/** Whether a value is JSON of well-formed strings and finite numbers, with at most that nesting depth. */
export const isJsonWithin = (value: unknown, depth: number): value is Json => {
  if (value === null || typeof value === "boolean") return true
  if (typeof value === "string") return value.isWellFormed()
  if (typeof value === "number") return Number.isFinite(value)
  if (depth === 0) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!isJsonWithin(item, depth - 1)) return false
    return true
  }
  if (!Predicate.isReadonlyObject(value)) return false
  for (const name in value) if (!name.isWellFormed() || !isJsonWithin(value[name], depth - 1)) return false
  return true
}

export const isJson = (value: unknown): value is Json => isJsonWithin(value, limits.depth)

export const Json: Schema.Codec<Json> = Schema.declare(isJson).pipe(
  Schema.check(
    Schema.makeFilter(() => true, {
      toJsonSchema: () => ({
        anyOf: [
          { type: "null" },
          { type: "boolean" },
          { type: "number" },
          { type: "string" },
          { type: "array", items: {} },
          { type: "object" }
        ]
      })
    })
  ),
  Schema.annotate({ identifier: "Json" })
)

/** `objectDepth`: the maximum depth of a request body, whatever the source of the object. */
const objectDepth = 64

/** A JSON object of any fields. */
export const JsonObject = Schema.Record(Schema.String, Json).check(
  Schema.makeFilter((value) => isJsonWithin(value, objectDepth) || "must be a value", { toJsonSchema: () => ({}) })
)

const equalRecords = (left: object, right: object): boolean => {
  const others = new Map(Object.entries(right))
  const own = Object.entries(left)
  return own.length === others.size && own.every(([key, value]) => others.has(key) && equals(value, others.get(key)))
}

/** Structural equality of plain data: true when the canonical texts would be equal, without computing them. */
export const equals = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  return Array.isArray(left) === Array.isArray(right) && equalRecords(left, right)
}

/** Names of the fields in which two records differ. */
export const findDifferingFields = (left: object, right: object): ReadonlyArray<string> => {
  const [old, now] = [new Map(Object.entries(left)), new Map(Object.entries(right))]
  return [...new Set([...old.keys(), ...now.keys()])].filter((field) => !equals(old.get(field), now.get(field)))
}

/** Freezes a value and everything in it. */
export const deepFreeze = <A>(value: A): A => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
