import { Result } from "effect"
import * as ErrorResponse from "../error/ErrorResponse.ts"
import type { BadRequest, NotFound } from "../error/Errors.ts"

/** A parsed request target. */
export interface Target {
  /** Decoded, without the empty segments of doubled or trailing slashes. */
  readonly segments: ReadonlyArray<string>
  /** With its question mark; empty when absent. */
  readonly query: string
  /** The same target in the form that the router expects. */
  readonly url: string
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i

const decodeSegments = (segments: ReadonlyArray<string>): Result.Result<ReadonlyArray<string>, NotFound> =>
  Result.try({
    try: () => segments.map((segment) => (segment.includes("%") ? decodeURIComponent(segment) : segment)),
    catch: () => ErrorResponse.noResource
  })

const hasNul = (text: string): boolean => text.includes("%00") || text.includes("\0")

/** Parses a target. NUL in the path, or invalid percent-encoded UTF-8, is answered as a missing resource. */
export const parse = (raw: string): Result.Result<Target, BadRequest | NotFound> => {
  const bare = raw.startsWith("/") ? raw : raw.replace(origin, "")
  const question = bare.indexOf("?")
  const path = question === -1 ? bare : bare.slice(0, question)
  const query = question === -1 ? "" : bare.slice(question)
  if (hasNul(path)) return Result.fail(ErrorResponse.noResource)
  if (hasNul(query)) return Result.fail(ErrorResponse.malformedQuery)
  const segments = path.split("/").filter((segment) => segment !== "")
  const url = `/${segments.join("/").replaceAll(";", "%3B").replaceAll("#", "%23")}${query}`
  return Result.map(decodeSegments(segments), (all) => ({ segments: all, query, url }))
}

/** Joins everything from segment `position` on into one segment. */
export const joinFrom = (self: Target, position: number): Target => {
  const rest = self.segments.slice(position).join("/")
  const segments = [...self.segments.slice(0, position), rest]
  return { ...self, segments, url: `/${segments.map(encodeURIComponent).join("/")}${self.query}` }
}
