import { Result, Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { multiLine, singleLine } from "../../foundation/text/Text.ts"
import { type CustomField, type CustomFieldType, CustomFieldView } from "./CustomField.ts"

export const limits = { valueLength: 256, entries: 50, valuesPerUpdate: 100 } as const

const Text = multiLine(0, limits.valueLength)

/** The value of a field in a space; a list holds tags or chosen options. */
export const FieldValue = Schema.Union([Text, Schema.Finite, Schema.Boolean, Schema.Array(Text)]).annotate({
  identifier: "CustomFieldValue"
})
export type FieldValue = typeof FieldValue.Type

/** `FieldValue` as JSON Schema, for a document that describes it. */
export const jsonSchema = {
  anyOf: [
    { type: "string", maxLength: limits.valueLength },
    { type: "number" },
    { type: "boolean" },
    { type: "array", items: { type: "string", maxLength: limits.valueLength } }
  ]
} as const

const ValueUpdate = closed(
  "CustomFieldValueUpdate",
  { value: optional(FieldValue) },
  { value: "New value. If absent, the value is removed." }
)

const Values = Schema.Record(Schema.String, ValueUpdate).pipe(
  Schema.annotate({ message: "must be an object of values by field name" }),
  Schema.check(
    Schema.makeFilter(
      (values) =>
        Object.keys(values).length <= limits.valuesPerUpdate || `must have at most ${limits.valuesPerUpdate} entries`,
      { toJsonSchema: () => ({ maxProperties: limits.valuesPerUpdate }) }
    )
  ),
  Schema.annotate({ identifier: "CustomFieldValueUpdates" })
)

/** New values of a space by field name; an entry without a value unsets the field. */
export const ValuesPatch = closed(
  "CustomFieldValuesPatch",
  { values: Values },
  { values: "New values by the name of the field." }
)
export type ValuesPatch = typeof ValuesPatch.Type

/** A field with the value that a space has for it at its head, if it has one. */
export const SpaceCustomFieldView = Schema.Struct(
  describeFields(
    {
      customField: CustomFieldView,
      value: optional(Schema.toType(FieldValue))
    },
    { customField: "Field that the value belongs to.", value: "Value of the space; absent while it is unset." }
  )
).annotate({ identifier: "SpaceCustomField" })
export type SpaceCustomFieldView = typeof SpaceCustomFieldView.Type

const decodeLine = Schema.decodeResult(singleLine(1, limits.valueLength))

type Normalized = Result.Result<FieldValue | undefined, string>

const typeRules: { readonly [T in CustomFieldType]: string } = {
  text: "must be a string",
  number: "must be a number",
  boolean: "must be true or false",
  tags: "must be a list of strings",
  "select:multi": "must be a list of options",
  "select:single": "must be an option"
}

const isList = (value: FieldValue): value is ReadonlyArray<string> => Array.isArray(value)

/** Normalizes a list of single-line texts, all different; an empty list is no value. */
const normalizeList = (value: ReadonlyArray<string>): Normalized => {
  const lines = value.map((text) => decodeLine(text))
  const texts = lines.flatMap((each) => (Result.isSuccess(each) ? [each.success] : []))
  if (texts.length < lines.length) {
    return Result.fail(`must have entries of 1 to ${limits.valueLength} characters on one line`)
  }
  if (new Set(texts).size < texts.length) return Result.fail("must not contain an entry twice")
  if (texts.length > limits.entries) return Result.fail(`must have at most ${limits.entries} entries`)
  return Result.succeed(texts.length === 0 ? undefined : texts)
}

const checkChoices = (field: CustomField, value: FieldValue): Normalized => {
  const strange = choicesIn(value).find((option) => field.options?.includes(option) !== true)
  return strange === undefined ? Result.succeed(value) : Result.fail("must be one of the options of the field")
}

/** The options or tags in a value. */
export const choicesIn = (value: Json): ReadonlyArray<string> => {
  const entries = Array.isArray(value) ? value : [value]
  return entries.filter((entry) => typeof entry === "string")
}

/** The value as the field stores it, undefined to unset it; fails with the rule that the value violates. */
export const normalize = (field: CustomField, value: FieldValue): Normalized => {
  const refused = Result.fail(typeRules[field.type])
  switch (field.type) {
    case "text":
      return typeof value === "string" ? Result.succeed(value) : refused
    case "number":
      return typeof value === "number" ? Result.succeed(value) : refused
    case "boolean":
      return typeof value === "boolean" ? Result.succeed(value) : refused
    case "tags":
      return isList(value) ? normalizeList(value) : refused
    case "select:multi":
      return isList(value)
        ? Result.flatMap(normalizeList(value), (texts) =>
            texts === undefined ? Result.succeed(texts) : checkChoices(field, texts)
          )
        : refused
    case "select:single":
      return typeof value === "string"
        ? Result.flatMap(
            Result.mapError(decodeLine(value), () => typeRules["select:single"]),
            (text) => checkChoices(field, text)
          )
        : refused
  }
}

/** The value without some of its options; undefined if none is left. */
export const removeChoices = (value: Json, gone: ReadonlySet<string>): Json | undefined => {
  if (!Array.isArray(value)) return typeof value === "string" && gone.has(value) ? undefined : value
  const left = choicesIn(value).filter((option) => !gone.has(option))
  return left.length === 0 ? undefined : left
}

const decode = Schema.decodeUnknownResult(FieldValue)

/** A value from an older revision, as far as the current field accepts it; otherwise undefined. */
export const restore = (field: CustomField, value: Json): FieldValue | undefined => {
  const known = decode(value)
  if (Result.isFailure(known)) return undefined
  const isSelect = field.options !== null
  const gone = isSelect
    ? new Set(choicesIn(value).filter((option) => !field.options?.includes(option)))
    : new Set<string>()
  const left = decode(removeChoices(known.success, gone))
  return Result.getOrUndefined(Result.flatMap(left, (rest) => normalize(field, rest)))
}
