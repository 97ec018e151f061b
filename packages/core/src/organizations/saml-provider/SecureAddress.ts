import { Schema } from "effect"

const longest = 1024

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Whether nobody in between changes what is sent there: https, or http that stays on the machine. */
export const isSecure = (text: string): boolean => {
  if (text.length > 2 * longest || /\p{Cc}/u.test(text) || !URL.canParse(text)) return false
  const { hostname, password, protocol, username } = new URL(text)
  if (username !== "" || password !== "") return false
  return protocol === "https:" || (protocol === "http:" && loopback.has(hostname))
}

const isIssuer = (text: string): boolean => isSecure(text) && !/[\s?#]/.test(text)

/** The issuer of an OpenID provider: a secure address without query and fragment, or nothing. */
export const Issuer = Schema.String.pipe(
  Schema.check(Schema.isMaxLength(longest, { expected: `a string at most ${longest} character(s) long` })),
  Schema.check(
    Schema.makeFilter(
      (text) => (text === "" || isIssuer(text) ? true : "must be an https URL without query and fragment"),
      { toJsonSchema: () => ({ format: "uri", maxLength: longest, pattern: "^(?:https://[^\\s?#]+)?$" }) }
    )
  )
)
