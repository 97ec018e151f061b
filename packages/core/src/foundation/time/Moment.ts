import { Schema, SchemaTransformation } from "effect"
import { Instant } from "./Instant.ts"

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const rule = "must be a moment as 2026-01-31T12:00:00Z"

/** Whether the month has the day; `Date` would otherwise overflow into the next month. */
const isDay = (text: string) => new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON()?.startsWith(text.slice(0, 10))

const isMoment = (text: string) => form.test(text) && isDay(text) === true && new Date(text).getTime() >= 0

/** An instant as sent by clients: ISO 8601 with an offset from UTC, from 1970 on. */
export const Moment = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) => isMoment(text) || rule, {
      toJsonSchema: () => ({ type: "string", format: "date-time" })
    })
  )
)
  .pipe(
    Schema.decodeTo(
      Schema.toType(Instant),
      SchemaTransformation.transform({
        decode: (text) => Math.floor(new Date(text).getTime()),
        encode: (instant) => new Date(instant).toISOString()
      })
    )
  )
  .annotate({ identifier: "Moment" })
export type Moment = typeof Moment.Type
