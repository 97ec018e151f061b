/** Any JSON value. */
export type JsonValue = string | number | boolean | null | ReadonlyArray<JsonValue> | JsonObject
export interface JsonObject {
  readonly [name: string]: JsonValue
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isList = (value: JsonValue | undefined): value is ReadonlyArray<JsonValue> => Array.isArray(value)

/** The objects of a list; none if the value is no list of objects only. */
export const objectsOf = (value: JsonValue | undefined): ReadonlyArray<JsonObject> | undefined =>
  isList(value) && value.every(isObject) ? value.filter(isObject) : undefined

export const ownValue = (record: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Whether two JSON values are equal; the order of members does not count. */
export const equals = (left: JsonValue | undefined, right: JsonValue | undefined): boolean => {
  if (left === right) return true
  if (isList(left)) {
    return isList(right) && left.length === right.length && left.every((item, index) => equals(item, right[index]))
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && equals(left[name], right[name]))
  )
}

export const omit = (record: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
