import { Option } from "effect"

/** A request's target, taken apart. */
export interface Target {
  /** Decoded; without the empty ones that doubled or trailing slashes make. */
  readonly segments: ReadonlyArray<string>
  /** With its question mark; empty when there is none. */
  readonly query: string
  /** The same target as the router reads it best. */
  readonly url: string
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i

const decoded = (segments: ReadonlyArray<string>): Option.Option<ReadonlyArray<string>> => {
  try {
    return Option.some(segments.map((segment) => (segment.includes("%") ? decodeURIComponent(segment) : segment)))
  } catch {
    return Option.none()
  }
}

/** None when the path is not percent-encoded UTF-8, or when path or query hold NUL. */
export const parse = (raw: string): Option.Option<Target> => {
  const bare = raw.startsWith("/") ? raw : raw.replace(origin, "")
  if (bare.includes("%00") || bare.includes("\0")) return Option.none()
  const question = bare.indexOf("?")
  const path = question === -1 ? bare : bare.slice(0, question)
  const query = question === -1 ? "" : bare.slice(question)
  const segments = path.split("/").filter((segment) => segment !== "")
  const url = `/${segments.join("/").replaceAll(";", "%3B").replaceAll("#", "%23")}${query}`
  return Option.map(decoded(segments), (all) => ({ segments: all, query, url }))
}

/** The target with everything from segment `position` on as one segment. */
export const joinedFrom = (self: Target, position: number): Target => {
  const rest = self.segments.slice(position).join("/")
  const segments = [...self.segments.slice(0, position), rest]
  return { ...self, segments, url: `/${segments.map(encodeURIComponent).join("/")}${self.query}` }
}
