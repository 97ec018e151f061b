import { Schema } from "effect"
import { Instant } from "./Instant.ts"

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const rule = "must be a moment as 2026-01-31T12:00:00Z"

/** Whether the month has the day: dates would roll over to the next. */
const isDay = (text: string) => new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.startsWith(text.slice(0, 10))

const isMoment = (text: string) => form.test(text) && isDay(text) === true && new Date(text).getTime() >= 0

/** A moment as people send it: ISO 8601 with its offset from UTC, from 1970 on. */
export const Moment = Schema.transform(
  Schema.String.pipe(
    Schema.filter((text) => isMoment(text) || rule, { jsonSchema: { type: "string", format: "date-time" } }),
    Schema.annotations({
      arbitrary: () => (fc) =>
        fc.integer({ min: 0, max: 4_102_444_800_000 }).map((instant) => new Date(instant).toISOString())
    })
  ),
  Schema.typeSchema(Instant),
  {
    strict: true,
    decode: (text) => Math.floor(new Date(text).getTime()),
    encode: (instant) => new Date(instant).toISOString()
  }
).annotations({ identifier: "Moment" })
export type Moment = typeof Moment.Type
