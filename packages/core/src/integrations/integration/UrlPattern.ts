const authority = /^https?:\/\/([^/?#]*)/iu

const hostOf = (pattern: string): string =>
  (authority.exec(pattern)?.[1] ?? "")
    .replace(/^.*@/u, "")
    .replace(/:[\d*]*$/u, "")
    .toLowerCase()

/**
 * The domain that a pattern of addresses is for, with a dot before it where it is for every domain below; none for a
 * pattern that is for no single domain.
 */
export const domainsOf = (pattern: string): ReadonlyArray<string> => {
  const host = hostOf(pattern)
  const domain = host.replace(/^\*+(?=\.)/u, "")
  return domain === "" || /[^\w.-]/u.test(domain) ? [] : [domain]
}

/** What patterns for a domain are found by: the domain, and each above it with a dot before it (rule integration-block-domain). */
export const spellingsOf = (domain: string): ReadonlyArray<string> => {
  const labels = domain.toLowerCase().split(".")
  return [labels.join("."), ...labels.slice(1).map((_, index) => `.${labels.slice(index + 1).join(".")}`)]
}

const parts = /^(https?:)\/\/([^/?#]*)(?![^/?#])(.*)$/iu

/** Whether a text is a pattern in which a row of stars stands for anything; takes as long as both are. */
const fits = (text: string, pattern: string): boolean => {
  const [first = "", ...rest] = pattern.split(/\*+/u)
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found === -1 || found + piece.length > end) return false
    at = found + piece.length
  }
  return at <= end
}

/** An address as patterns are held against it; undefined for what is no web address. */
export interface MatchableUrl {
  readonly scheme: string
  readonly host: string
  readonly rest: string
}

export const matchedOf = (url: string): MatchableUrl | undefined => {
  if (!URL.canParse(url)) return undefined
  const { hash, host, password, pathname, protocol, search, username } = new URL(url)
  if (!/^https?:$/u.test(protocol) || username !== "" || password !== "") return undefined
  return { scheme: protocol, host, rest: `${pathname}${search}${hash}` }
}

/**
 * Whether a pattern is for an address: stars stand for anything within the host, and for anything in what follows it
 * (rule page-block-unfurled).
 */
export const matches = (pattern: string, { host, rest, scheme }: MatchableUrl): boolean => {
  const [, protocol = "", domain = "", path = ""] = parts.exec(pattern) ?? []
  if (protocol.toLowerCase() !== scheme || !fits(host, domain.toLowerCase())) return false
  return fits(rest, path.startsWith("/") ? path : `/${path}`)
}
