import { Schema } from "effect"

/** A moment as epoch milliseconds: the stored form. */
export const Instant = Schema.Int.pipe(Schema.nonNegative(), Schema.annotations({ identifier: "Instant" }))
export type Instant = typeof Instant.Type

/** A moment on the wire: UTC with exactly three decimals. */
export const Timestamp = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  Schema.annotations({
    identifier: "Timestamp",
    jsonSchema: { type: "string", format: "date-time" },
    arbitrary: () => (fc) =>
      fc
        .date({ min: new Date(0), max: new Date(4102444800000), noInvalidDate: true })
        .map((moment) => moment.toISOString())
  })
)

export const toTimestamp = (instant: Instant): string => new Date(instant).toISOString()
