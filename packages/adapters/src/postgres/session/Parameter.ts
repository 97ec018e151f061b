/** An item of an array literal; text is quoted. */
const encodeItem = (value: unknown): string => {
  if (value === null) return "NULL"
  if (typeof value === "string") return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  throw new TypeError(`an array parameter cannot contain a ${typeof value}`)
}

/**
 * Encodes a parameter: text, numbers and booleans as text, bytes unchanged, flat arrays as literals, and undefined as
 * null. Pass documents as JSON text.
 */
export const encode = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return `{${value.map(encodeItem).join(",")}}`
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  throw new TypeError(`a ${typeof value} cannot be a statement parameter`)
}
