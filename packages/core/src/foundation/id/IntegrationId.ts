import { type Brand, Schema } from "effect"

/** The unique name of an integration in lower case (rule integration-name). */
export type IntegrationId = string & Brand.Brand<"IntegrationId">

const pattern = /^[a-z0-9._-]{1,100}$/u

export const IntegrationId = Schema.String.pipe(
  Schema.refine((text): text is IntegrationId => pattern.test(text), {
    message: "must be the name of an integration in lower case",
    toJsonSchema: () => ({ pattern: pattern.source })
  }),
  Schema.annotate({ identifier: "IntegrationId" })
)
