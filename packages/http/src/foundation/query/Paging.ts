import { Input } from "@quire/core"
import { Effect, Schema, SchemaTransformation } from "effect"

export const limits = { itemsPerPage: 50, maximumItems: 1_000 } as const

const isNumber = (text: string) => text.trim() !== "" && !Number.isNaN(Number(text))

/** Leaves negative numbers to the range check, which has a more precise message. */
const limitFault = (text: string): string | undefined => {
  if (!isNumber(text)) return "must be a number"
  return /^\d+$/.test(text) || Number(text) < 0 ? undefined : "must be an integer in decimal digits"
}

/** A number in decimal digits up to a maximum, with its default: by default, that of the items requested. */
export const Limit = (absent: number, maximum: number = limits.maximumItems) =>
  Schema.String.pipe(
    Schema.check(
      Schema.makeFilter(limitFault, {
        toJsonSchema: () => ({ type: "integer", minimum: 0, maximum, default: absent })
      })
    ),
    Schema.decodeTo(Schema.Number, SchemaTransformation.numberFromString),
    Schema.check(Schema.isBetween({ minimum: 0, maximum })),
    Schema.withDecodingDefaultType(Effect.succeed(absent))
  )

/** The query parameters of every list. A limit of 0 asks for the count alone. */
export const UrlParams = Schema.Struct(
  Input.describeFields(
    {
      page: Schema.optionalKey(Schema.NonEmptyString),
      limit: Limit(limits.itemsPerPage)
    },
    {
      page: "Cursor from the `next` of the previous page.",
      limit: "Number of items, at most 1,000; 0 returns the count alone."
    }
  )
)

const TrueOrFalse = (jsonSchema: { readonly default?: boolean }) =>
  Schema.String.pipe(
    Schema.check(
      Schema.makeFilter((text) => text === "true" || text === "false" || 'must be "true" or "false"', {
        toJsonSchema: () => ({ type: "boolean", ...jsonSchema })
      })
    ),
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({ decode: (text) => text === "true", encode: (value) => String(value) })
    )
  )

/** A query parameter that is `true` or `false`, with its default. */
export const Flag = (absent: boolean) =>
  TrueOrFalse({ default: absent }).pipe(Schema.withDecodingDefaultType(Effect.succeed(absent)))

/** A query parameter that is `true`, `false` or left out. */
export const OptionalFlag = Schema.optionalKey(TrueOrFalse({}))

/** Documents the default value of an absent parameter in the OpenAPI description. */
export const showsDefault = (absent: string | ReadonlyArray<string>) =>
  Schema.makeFilter<unknown>(() => true, { toJsonSchema: () => ({ default: absent }) })

/** The cursor of the next page. */
export const Next = Schema.Struct(
  Input.describeFields({ page: Schema.String }, { page: "Cursor for the parameter `page`." })
)

/** The envelope of a list; `count` is as of the first page, absent where counting would be expensive. */
export const of = <A, I, R>(item: Schema.Codec<A, I, R, R>) =>
  Schema.Struct(
    Input.describeFields(
      {
        items: Schema.Array(item),
        next: Schema.optionalKey(Next),
        count: Schema.optionalKey(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0))))
      },
      {
        items: "Items of this page, in order.",
        next: "Cursor of the next page; absent on the last one.",
        count: "Number of all items as of the first page; absent where counting would be slow."
      }
    )
  )
