/** `length` of a path in characters. */
export const limits = { length: 2048 } as const

/** Stands for every site: what leads out of its folder would lead out of that of a site. */
const folder = "https://site.invalid/a/b/"

/**
 * The path below a site that a visitor asked for, without the slash before it; `""`, the front page, for all that is not
 * plainly the path of something below a site (rule visitor-provider-lands).
 */
export const read = (location: string): string => {
  const isPlain = /^\/(?![/\\])[\w.~!$&'()*+,;=:@%/-]*$/.test(location)
  if (location.length > limits.length || !isPlain || !URL.canParse(`.${location}`, folder)) return ""
  const { href } = new URL(`.${location}`, folder)
  return href.startsWith(folder) ? href.slice(folder.length) : ""
}
