import { Schema } from "effect"

/** The media type of a file as sent by a caller: lower case, without parameters. */
export const MediaType = Schema.String.pipe(
  Schema.check(Schema.isPattern(/^[a-z0-9.+-]{1,100}\/[a-z0-9.+-]{1,100}$/u, { message: "must be a media type" }))
)
