import { Input } from "@quire/core"
import { Schema } from "effect"

/** The version that serves and its build date. */
export class Information extends Schema.Class<Information>("ApiInformation")(
  Input.describeFields(
    {
      version: Schema.String,
      build: Schema.String.pipe(
        Schema.check(Schema.makeFilter(() => true, { toJsonSchema: () => ({ format: "date-time" }) }))
      )
    },
    { version: "Version of the server.", build: "Time of the build." }
  )
) {}

/** This release. */
export const release = new Information({ version: "0.1.0", build: "2026-11-20T00:00:00.000Z" })
