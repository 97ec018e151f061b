import { Schema } from "effect"

const longest = 1024

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Whether traffic to the URL is protected from manipulation: https, or http to the local machine. */
export const isSecure = (text: string): boolean => {
  if (text.length > 2 * longest || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false
  const { hostname, password, protocol, username } = new URL(text)
  if (username !== "" || password !== "") return false
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname))
}

const isIssuer = (text: string): boolean => isSecure(text) && !/[\s?#]/.test(text)

/** Template URLs for the issuers of many tenants; no token has such an issuer. */
const template = /[{}]|%7[bd]|\/(?:common|organizations|consumers)\/v2\.0\/?$/i

const problemOf = (text: string): string | true => {
  if (text === "") return true
  if (template.test(text)) return "must be the issuer of a single tenant: replace the template with the tenant id"
  return isIssuer(text) ? true : "must be an https URL without query and fragment"
}

/** The issuer of an OpenID provider: a secure URL without query and fragment, or an empty string. */
export const Issuer = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(longest, { expected: `a string at most ${longest} character(s) long` })),
  Schema.check(
    Schema.makeFilter(problemOf, {
      toJsonSchema: () => ({ format: "uri", maxLength: longest, pattern: "^(?:https://[^\\s?#{}]+)?$" })
    })
  )
)
