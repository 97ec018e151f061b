import { Result } from "effect"
import * as Slug from "../../foundation/text/Slug.ts"
import { codePoints } from "../../foundation/text/Text.ts"

export const limits = { length: 512 } as const

const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

const decodeSegment = (segment: string): Result.Result<string, string> => {
  try {
    const decoded = Slug.fold(decodeURIComponent(segment))
    if (!decoded.isWellFormed()) return Result.fail("must be well-formed Unicode")
    if (control.test(decoded)) return Result.fail("must not contain control characters")
    if (decoded.includes("/")) return Result.fail("must not contain an encoded /")
    return decoded === "." || decoded === ".."
      ? Result.fail(`must not have ${decoded} as a part`)
      : Result.succeed(decoded)
  } catch {
    return Result.fail("must have two hexadecimal digits after each %, and be UTF-8")
  }
}

/**
 * The form in which paths of redirects are stored and compared (rule redirect-path): percent-decoded once, folded as
 * slugs are, without empty segments. Fails with the rule that the path breaks.
 */
export const normalize = (path: string): Result.Result<string, string> => {
  if (!path.startsWith("/")) return Result.fail("must start with /")
  if (/[?#]/.test(path)) return Result.fail("must not have a query or a fragment")
  const segments: Array<string> = []
  for (const segment of path.split("/")) {
    if (segment === "") continue
    const decoded = decodeSegment(segment)
    if (Result.isFailure(decoded)) return decoded
    segments.push(decoded.success)
  }
  return Result.succeed(`/${segments.join("/")}`)
}

/** The rule that the source of a redirect violates, given its normal form. */
export const findFault = (path: string): string | undefined => {
  if (path === "/") return "must name a path below the site"
  if (path.startsWith("/~")) return "must not start with ~, which is reserved for the site"
  return codePoints(path) > limits.length ? `must be at most ${limits.length} characters` : undefined
}

const encodeOther = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** The path as in a URL: ASCII, with everything percent-encoded except letters, digits and `-._~`. */
export const encode = (path: string): string =>
  path
    .split("/")
    .map((segment) => encodeURIComponent(segment).replace(/[!'()*]/g, encodeOther))
    .join("/")
