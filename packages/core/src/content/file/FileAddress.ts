/** The parts of a file URL: what it identifies, and the key that authorizes access (rule file-address). */
export interface FileAddress {
  readonly space: string
  readonly file: string
  readonly key: string
  readonly name: string
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ""
  }
}

/** Parses a file URL; undefined for any other URL. `base` is the base URL of the server. */
export const parse = (base: string, url: string): FileAddress | undefined => {
  const prefix = new URL(`${base}/files/`)
  const given = URL.canParse(url) ? new URL(url) : undefined
  if (given?.origin !== prefix.origin || !given.pathname.startsWith(prefix.pathname)) return undefined
  const parts = given.pathname.slice(prefix.pathname.length).split("/").map(decode)
  const [space = "", file = "", key = "", name = ""] = parts
  return parts.length === 4 && parts.every((part) => part !== "") ? { space, file, key, name } : undefined
}
