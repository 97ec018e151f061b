/** What the front matter of a page says about its place in a site. */
export interface PageHead {
  readonly id?: string
  readonly slug?: string
  /** The title in the navigation. */
  readonly label?: string
  readonly position?: number
}

/** Characters of front matter that are searched. */
const mostCharacters = 8_192

const field = /^( *)([A-Za-z_]+): *(\S.*)?$/

const unquoted = (text: string): string => {
  const trimmed = text.trim()
  const quote = trimmed[0]
  if ((quote === '"' || quote === "'") && trimmed.endsWith(quote) && trimmed.length > 1) return trimmed.slice(1, -1)
  const comment = trimmed.indexOf(" #")
  return comment < 0 ? trimmed : trimmed.slice(0, comment).trim()
}

const names: ReadonlyMap<string, keyof PageHead> = new Map([
  ["id", "id"],
  ["slug", "slug"],
  ["sidebar_label", "label"],
  ["sidebarTitle", "label"],
  ["sidebar.label", "label"],
  ["sidebar_position", "position"],
  ["sidebar.order", "position"],
  ["nav_order", "position"],
  ["weight", "position"],
  ["order", "position"]
])

/** Fields of front matter that decide about the place of a page. */
export const fieldNames: ReadonlySet<string> = new Set(Array.from(names.keys(), (name) => name.split(".")[0] ?? name))

/** Reads the front matter of a text line by line, without parsing it. */
export const read = (text: string): PageHead => {
  if (!text.startsWith("---")) return {}
  const begin = text.slice(0, mostCharacters)
  const end = begin.indexOf("\n---", 3)
  if (end < 0) return {}
  const found: { id?: string; slug?: string; label?: string; position?: number } = {}
  let parent = ""
  for (const line of begin.slice(3, end).split(/\r?\n/)) {
    const [, indent = "", name = "", value] = field.exec(line) ?? []
    if (name === "") continue
    if (indent === "") parent = value === undefined ? name : ""
    const key = names.get(indent === "" ? name : `${parent}.${name}`)
    if (key === undefined || value === undefined) continue
    const plain = unquoted(value)
    if (key !== "position") found[key] = plain
    else if (/^-?\d{1,9}(?:\.\d{1,9})?$/.test(plain)) found.position ??= Number(plain)
  }
  return found
}
