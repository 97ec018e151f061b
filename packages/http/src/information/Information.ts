import { Schema } from "effect"

/** What serves: its version, and the day it was released. */
export class Information extends Schema.Class<Information>("ApiInformation")({
  version: Schema.String,
  build: Schema.String.pipe(
    Schema.check(Schema.makeFilter(() => true, { toJsonSchema: () => ({ format: "date-time" }) }))
  )
}) {}

/** This release. */
export const release = new Information({ version: "0.1.0", build: "2026-11-20T00:00:00.000Z" })
