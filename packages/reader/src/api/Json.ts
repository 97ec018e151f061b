/** A value of a description, told by its JSON text; undefined where that is none. */
export const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value on lines of its own. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null"

/** A value as a word or a number is said in a form or an address; an object as JSON. */
export const plain = (value: unknown): string => {
  if (typeof value === "string") return value
  return JSON.stringify(value) ?? ""
}

/** A JSON text as readers know the value: without quotes where it is a word. */
export const shown = (text: string): string => {
  const value = parse(text)
  return typeof value === "string"
    ? JSON.stringify(value)
    : value === undefined
      ? text
      : (JSON.stringify(value) ?? text)
}
