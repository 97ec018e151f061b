export const limits = { length: 500 } as const

/** What a path may be spelled with: no backslash, space, control, fragment or letter beyond ASCII. */
const pattern = /^\/(?:[\w.~!$&'()*+,;=:@?/-]|%[\da-f]{2})*$/i

/** Spellings that one reader takes for a slash, a backslash, a dot or an end, and the next does not. */
const ambiguous = /%(?:2f|5c|2e|0|1|7f)/i

/** Where signing in begins and ends: whoever is sent back there would sign in again. */
const entrances = /^\/(?:sign-in|sign-out|v1\/sign-in|v1\/saml|v1\/oidc)(?:[/?]|$)/i

/**
 * A path of this server to which a browser may be sent back, without the path of the base URL, or empty for anything
 * else (rule return-path). What it answers comes after the origin of the base URL, never alone.
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
