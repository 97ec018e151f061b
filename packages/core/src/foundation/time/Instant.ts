import { Schema } from "effect"

/** An instant as stored: epoch milliseconds. */
export const Instant = Schema.Int.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a non-negative number" })),
  Schema.annotate({ identifier: "Instant" })
)
export type Instant = typeof Instant.Type

/** An instant in the API: UTC with exactly three decimals. */
export const Timestamp = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, {
      toJsonSchema: () => ({ format: "date-time" })
    })
  ),
  Schema.annotate({ identifier: "Timestamp", description: "Timestamp in UTC with milliseconds." })
)

const dayMilliseconds = 86_400_000

const padDigits = (value: number, count: number): string => String(value).padStart(count, "0")

/** The last formatted day; the instants of a list often share it. */
let lastDate = { day: 0, text: "1970-01-01" }

const formatDate = (day: number): string => {
  if (day !== lastDate.day) {
    const whole = new Date(day * dayMilliseconds).toISOString()
    lastDate = { day, text: whole.slice(0, whole.indexOf("T")) }
  }
  return lastDate.text
}

export const toTimestamp = (instant: Instant): string => {
  const day = Math.floor(instant / dayMilliseconds)
  const time = instant - day * dayMilliseconds
  const [hours, minutes, seconds] = [
    Math.floor(time / 3_600_000),
    Math.floor(time / 60_000) % 60,
    Math.floor(time / 1000) % 60
  ]
  return `${formatDate(day)}T${padDigits(hours, 2)}:${padDigits(minutes, 2)}:${padDigits(seconds, 2)}.${padDigits(time % 1000, 3)}Z`
}
