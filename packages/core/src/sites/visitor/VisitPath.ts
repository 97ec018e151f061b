/** `length` of a path in characters. */
export const limits = { length: 2048 } as const

/** Placeholder for any site: a path that leaves this folder would leave that of a site. */
const folder = "https://site.invalid/a/b/"

/**
 * The requested path below a site, without the leading slash; `""`, the front page, for anything that is not plainly a
 * path below a site (rule visitor-provider-lands).
 */
export const read = (location: string): string => {
  const isPlain = /^\/(?![/\\])[\w.~!$&'()*+,;=:@%/-]*$/.test(location)
  if (location.length > limits.length || !isPlain || !URL.canParse(`.${location}`, folder)) return ""
  const { href } = new URL(`.${location}`, folder)
  return href.startsWith(folder) ? href.slice(folder.length) : ""
}
