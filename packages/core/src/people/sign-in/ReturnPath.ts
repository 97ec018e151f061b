export const limits = { length: 500 } as const

/** Characters allowed in a path: no backslash, space, control character, fragment or non-ASCII letter. */
const pattern = /^\/(?:[\w.~!$&'()*+,;=:@?/-]|%[\da-f]{2})*$/i

/** Encodings that some parsers decode to a slash, a backslash, a dot or a terminator, and others do not. */
const ambiguous = /%(?:2f|5c|2e|0|1|7f)/i

/** Paths where signing in starts and ends; a redirect to one of them would start another sign-in. */
const entrances = /^\/(?:sign-in|sign-out|v1\/sign-in|v1\/saml|v1\/oidc)(?:[/?]|$)/i

/**
 * Returns a path of this server that a browser may be redirected to, without the path of the base URL, or an empty
 * string for anything else (rule return-path). The result is only valid when appended to the origin of the base URL.
 */
export const read = (given: string, base: string): string => {
  if (given.length > limits.length || !pattern.test(given)) return ""
  if (given.includes("//") || ambiguous.test(given)) return ""
  const at = new URL(base)
  const whole = new URL(given, at.origin)
  if (whole.origin !== at.origin || whole.pathname + whole.search !== given) return ""
  const root = at.pathname.replace(/\/$/, "")
  if (!given.startsWith(`${root}/`)) return ""
  const below = given.slice(root.length)
  return entrances.test(below) ? "" : below
}
