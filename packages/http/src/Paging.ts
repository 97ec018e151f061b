import { Schema } from "effect"

export const limits = { itemsPerPage: 50, maximumItems: 1_000 } as const

/** How many items are wanted, and how many when nobody says so. */
export const Limit = (absent: number) =>
  Schema.optionalWith(
    Schema.NumberFromString.pipe(
      Schema.filter((limit) => Number.isInteger(limit) || "must be an integer"),
      Schema.between(0, limits.maximumItems),
      Schema.annotations({
        jsonSchema: { type: "integer", minimum: 0, maximum: limits.maximumItems, default: absent }
      })
    ),
    { default: () => absent }
  )

/** The query parameters of every list. A limit of 0 asks for the count alone. */
export const UrlParams = Schema.Struct({
  page: Schema.optionalWith(Schema.NonEmptyString, { exact: true }),
  limit: Limit(limits.itemsPerPage)
})

const BooleanFromText = Schema.transform(Schema.Literal("true", "false"), Schema.Boolean, {
  strict: true,
  decode: (text) => text === "true",
  encode: (value) => (value ? "true" : "false")
})

/** A query parameter that is `true` or `false`, and what it is when absent. */
export const Flag = (absent: boolean) =>
  Schema.optionalWith(BooleanFromText.annotations({ jsonSchema: { type: "boolean", default: absent } }), {
    default: () => absent
  })

/** Where a list continues. */
export const Next = Schema.Struct({ page: Schema.String })

/** The envelope of a list; `count` as of the first page, absent where it would be dear. */
export const of = <A, I, R>(item: Schema.Schema<A, I, R>) =>
  Schema.Struct({
    items: Schema.Array(item),
    next: Schema.optionalWith(Next, { exact: true }),
    count: Schema.optionalWith(Schema.Int.pipe(Schema.nonNegative()), { exact: true })
  })
