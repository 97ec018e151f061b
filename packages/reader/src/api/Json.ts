import { ExactJson } from "@quire/core"

/** A value formatted on several lines. */
export const pretty = (value: unknown): string => ExactJson.stringify(value, "  ")

/** A value as it is written in a form or URL; an object as JSON. */
export const plain = (value: unknown): string => (typeof value === "string" ? value : ExactJson.stringify(value))

/** A JSON text as it is displayed to readers. */
export const shown = (text: string): string => {
  const value = ExactJson.parse(text)
  return value === undefined ? text : ExactJson.stringify(value)
}
