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

/** What patterns for a domain are found by: the domain, and each above it with a dot before it. */
export const spellingsOf = (domain: string): ReadonlyArray<string> => {
  const labels = domain.toLowerCase().split(".")
  return [labels.join("."), ...labels.slice(1).map((_, index) => `.${labels.slice(index + 1).join(".")}`)]
}
