import { Schema } from "effect"

/** A moment as epoch milliseconds: the stored form. */
export const Instant = Schema.Int.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a non-negative number" })),
  Schema.annotate({ identifier: "Instant" })
)
export type Instant = typeof Instant.Type

/** A moment on the wire: UTC with exactly three decimals. */
export const Timestamp = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, {
      toJsonSchema: () => ({ format: "date-time" })
    })
  ),
  Schema.annotate({ identifier: "Timestamp" })
)

export const toTimestamp = (instant: Instant): string => new Date(instant).toISOString()
