import { Schema, SchemaTransformation } from "effect"
import { singleLine } from "../../foundation/text/Text.ts"
import * as EmailAddress from "../../people/user/EmailAddress.ts"

const recordLabel = "_quire-challenge"

/** Names of the DNS have at most 253 characters, and so has the name of the record that proves a hostname. */
const nameLength = 253

export const limits = { hostnameLength: nameLength - recordLabel.length - 1 } as const

/** No IP address ends in letters. */
const topLevel = /\.[a-z][a-z0-9-]*[a-z0-9]$/

/** The canonical spelling: lower case, ASCII, without the dot of the root. What is no hostname stays none. */
export const normalize = (text: string): string =>
  EmailAddress.normalizeDomain(text.endsWith(".") ? text.slice(0, -1) : text)

/** Whether a text is a hostname in its canonical form that may be looked up on the internet (rule hostname-form). */
export const is = (text: string): boolean =>
  text.length <= limits.hostnameLength &&
  EmailAddress.isDomain(text) &&
  topLevel.test(text) &&
  !text.endsWith(".localhost")

/** A hostname as sent, in its canonical spelling once it is read (rule hostname-form). */
export const Hostname = singleLine(1, nameLength).pipe(
  Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: normalize, encode: (text) => text })),
  Schema.check(
    Schema.makeFilter(
      (text) =>
        is(text) || `must be a domain name of at least two labels and at most ${limits.hostnameLength} characters`,
      { toJsonSchema: () => ({}) }
    )
  )
)

/** Name of the record that proves ownership of a hostname (rule hostname-challenge). */
export const recordName = (hostname: string): string => `${recordLabel}.${hostname}`
