import { FileName, Unicode } from "@quire/core"
import { Result } from "effect"

/** Longest path of an entry, in UTF-16 code units, and deepest nesting of its folders. */
export const limits = { length: 1024, depth: 64 } as const

/**
 * The path of an archive entry in canonical form: NFC, relative, `/` between non-empty segments, no `.` segments. Fails
 * when the name could refer to a path outside the archive, or could be displayed differently from what it is.
 */
export const canonicalize = (name: string): Result.Result<string, "name"> => {
  const path = Unicode.normalize(name, "NFC")
  if (
    path.length > limits.length ||
    FileName.isDisguised(path) ||
    path.includes("\\") ||
    path.includes("\ufffd") ||
    path.startsWith("/") ||
    /^[a-z]:/i.test(path)
  ) {
    return Result.fail("name")
  }
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".")
  return segments.length === 0 || segments.length > limits.depth || segments.some((segment) => segment.trim() === "..")
    ? Result.fail("name")
    : Result.succeed(segments.join("/"))
}
