import { Result, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import type { CustomField, CustomFieldType } from "./CustomField.ts"

export const limits = { valueLength: 256, entries: 50, valuesPerUpdate: 100 } as const

const Text = multiLine(0, limits.valueLength)

/** What a space has for a field: of a list, the tags or the options that were chosen. */
export const FieldValue = Schema.Union([Text, Schema.Finite, Schema.Boolean, Schema.Array(Text)]).annotate({
  identifier: "CustomFieldValue"
})
export type FieldValue = typeof FieldValue.Type

/** The same for a document that describes it. */
export const jsonSchema = {
  anyOf: [
    { type: "string", maxLength: limits.valueLength },
    { type: "number" },
    { type: "boolean" },
    { type: "array", items: { type: "string", maxLength: limits.valueLength } }
  ]
} as const

const line = Schema.decodeResult(singleLine(1, limits.valueLength))

type Settled = Result.Result<FieldValue | undefined, string>

const wanted: { readonly [T in CustomFieldType]: string } = {
  text: "must be a text",
  number: "must be a number",
  boolean: "must be true or false",
  tags: "must be a list of texts",
  "select:multi": "must be a list of options",
  "select:single": "must be an option"
}

const isList = (value: FieldValue): value is ReadonlyArray<string> => Array.isArray(value)

/** Texts of one line, all different; a list without any is no value. */
const list = (value: ReadonlyArray<string>): Settled => {
  const lines = value.map((text) => line(text))
  const texts = lines.flatMap((each) => (Result.isSuccess(each) ? [each.success] : []))
  if (texts.length < lines.length) {
    return Result.fail(`must have entries of 1 to ${limits.valueLength} characters on one line`)
  }
  if (new Set(texts).size < texts.length) return Result.fail("must have no entry twice")
  if (texts.length > limits.entries) return Result.fail(`must have at most ${limits.entries} entries`)
  return Result.succeed(texts.length === 0 ? undefined : texts)
}

const oneOf = (field: CustomField, value: FieldValue): Settled => {
  const strange = chosen(value).find((option) => field.options?.includes(option) !== true)
  return strange === undefined ? Result.succeed(value) : Result.fail("must be among the options of the field")
}

/** The options or tags of a value: what is chosen in it. */
export const chosen = (value: Json): ReadonlyArray<string> => {
  const entries = Array.isArray(value) ? value : [value]
  return entries.filter((entry) => typeof entry === "string")
}

/** The value as a field keeps it, undefined where that is none; left is the rule that it breaks. */
export const settled = (field: CustomField, value: FieldValue): Settled => {
  const refused = Result.fail(wanted[field.type])
  switch (field.type) {
    case "text":
      return typeof value === "string" ? Result.succeed(value) : refused
    case "number":
      return typeof value === "number" ? Result.succeed(value) : refused
    case "boolean":
      return typeof value === "boolean" ? Result.succeed(value) : refused
    case "tags":
      return isList(value) ? list(value) : refused
    case "select:multi":
      return isList(value)
        ? Result.flatMap(list(value), (texts) => (texts === undefined ? Result.succeed(texts) : oneOf(field, texts)))
        : refused
    case "select:single":
      return typeof value === "string"
        ? Result.flatMap(
            Result.mapError(line(value), () => wanted["select:single"]),
            (text) => oneOf(field, text)
          )
        : refused
  }
}

/** A value without the options that are gone; undefined where nothing is left of it. */
export const without = (value: Json, gone: ReadonlySet<string>): Json | undefined => {
  if (!Array.isArray(value)) return typeof value === "string" && gone.has(value) ? undefined : value
  const left = chosen(value).filter((option) => !gone.has(option))
  return left.length === 0 ? undefined : left
}

const decode = Schema.decodeUnknownResult(FieldValue)

/** A value out of an older revision, as far as the field as it is now takes it; undefined where it does not. */
export const restored = (field: CustomField, value: Json): FieldValue | undefined => {
  const known = decode(value)
  if (Result.isFailure(known)) return undefined
  const isSelect = field.options !== null
  const gone = isSelect
    ? new Set(chosen(value).filter((option) => !field.options?.includes(option)))
    : new Set<string>()
  const left = decode(without(known.success, gone))
  return Result.getOrUndefined(Result.flatMap(left, (rest) => settled(field, rest)))
}
