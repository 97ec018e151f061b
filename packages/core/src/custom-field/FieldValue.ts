import { Either, Schema } from "effect"
import type { Json } from "../content/CanonicalJson.ts"
import { multiLine, singleLine } from "../text/Text.ts"
import type { CustomField, CustomFieldType } from "./CustomField.ts"

export const limits = { valueLength: 256, entries: 50, valuesPerUpdate: 100 } as const

const Text = multiLine(0, limits.valueLength)

/** What a space has for a field: of a list, the tags or the options that were chosen. */
export const FieldValue = Schema.Union(Text, Schema.Finite, Schema.Boolean, Schema.Array(Text)).annotations({
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

const line = Schema.decodeEither(singleLine(1, limits.valueLength))

type Settled = Either.Either<FieldValue | undefined, string>

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
  const texts = lines.flatMap((each) => (Either.isRight(each) ? [each.right] : []))
  if (texts.length < lines.length) {
    return Either.left(`must have entries of 1 to ${limits.valueLength} characters on one line`)
  }
  if (new Set(texts).size < texts.length) return Either.left("must have no entry twice")
  if (texts.length > limits.entries) return Either.left(`must have at most ${limits.entries} entries`)
  return Either.right(texts.length === 0 ? undefined : texts)
}

const oneOf = (field: CustomField, value: FieldValue): Settled => {
  const strange = chosen(value).find((option) => field.options?.includes(option) !== true)
  return strange === undefined ? Either.right(value) : Either.left("must be among the options of the field")
}

/** The options or tags of a value: what is chosen in it. */
export const chosen = (value: Json): ReadonlyArray<string> => {
  const entries = Array.isArray(value) ? value : [value]
  return entries.filter((entry) => typeof entry === "string")
}

/** The value as a field keeps it, undefined where that is none; left is the rule that it breaks. */
export const settled = (field: CustomField, value: FieldValue): Settled => {
  const refused = Either.left(wanted[field.type])
  switch (field.type) {
    case "text":
      return typeof value === "string" ? Either.right(value) : refused
    case "number":
      return typeof value === "number" ? Either.right(value) : refused
    case "boolean":
      return typeof value === "boolean" ? Either.right(value) : refused
    case "tags":
      return isList(value) ? list(value) : refused
    case "select:multi":
      return isList(value)
        ? Either.flatMap(list(value), (texts) => (texts === undefined ? Either.right(texts) : oneOf(field, texts)))
        : refused
    case "select:single":
      return typeof value === "string"
        ? Either.flatMap(
            Either.mapLeft(line(value), () => wanted["select:single"]),
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

const decode = Schema.decodeUnknownEither(FieldValue)

/** A value out of an older revision, as far as the field as it is now takes it; undefined where it does not. */
export const restored = (field: CustomField, value: Json): FieldValue | undefined => {
  const known = decode(value)
  if (Either.isLeft(known)) return undefined
  const isSelect = field.options !== null
  const gone = isSelect
    ? new Set(chosen(value).filter((option) => !field.options?.includes(option)))
    : new Set<string>()
  const left = decode(without(known.right, gone))
  return Either.getOrUndefined(Either.flatMap(left, (rest) => settled(field, rest)))
}
