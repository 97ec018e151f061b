import { Data, Option, Result } from "effect"

/** Hosts that may be reached although they are not public, or on ports other than 80 and 443. */
export interface AllowList {
  readonly allows: (url: URL) => boolean
}

/** An entry of the list is malformed. */
export class UnreadableEntry extends Data.TaggedError("UnreadableEntry")<{ readonly entry: string }> {
  override get message() {
    return `"${this.entry}" must have the form host or host:port`
  }
}

const parseUrl = (text: string) => Option.liftThrowable(() => new URL(text))()

/** The port of an http or https URL, explicit or default. */
export const portOf = (url: URL): string => (url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port)

const parseEntry = (text: string): Option.Option<string> => {
  const [, host = "", port] = /^(\[[^\]]*\]|[^:[\]/?#@*\\\s]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return Option.none()
  return Option.map(parseUrl(`http://${host}/`), (url) =>
    port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`
  )
}

/**
 * Parses entries of the form `host` (every port) or `host:port`; an IPv6 host is written in brackets. Hosts are
 * compared in the canonical form of URLs; a trailing dot, or a subdomain of a listed name, makes a different name.
 */
export const fromEntries = (entries: ReadonlyArray<string>): Result.Result<AllowList, UnreadableEntry> => {
  const known = new Set<string>()
  for (const text of entries) {
    const read = parseEntry(text.trim())
    if (Option.isNone(read)) return Result.fail(new UnreadableEntry({ entry: text }))
    known.add(read.value)
  }
  return Result.succeed({
    allows: (url) => known.has(url.hostname) || known.has(`${url.hostname}:${portOf(url)}`)
  })
}
