import { posix } from "node:path"
import { Lazy, Text, Unicode } from "@quire/core"

const controls = /[\p{Cc}\u2028\u2029]+/gu

/** Text of one line and of at most `limit` code points; undefined when nothing is left. */
export const line = (text: string | undefined, limit: number): string | undefined => {
  const whole = (text ?? "").toWellFormed().replace(controls, " ").trim()
  const clean = Text.cut(Unicode.normalize(whole, "NFC"), limit).trim()
  return clean === "" ? undefined : clean
}

export const title = (text: string | undefined) => line(text, 256)

const extension = /\.(mdx?|markdown|html?|docx)$/i
const order = /^\d+[-_. ]+(?=\p{L})/u
const exportedId = /[ -][0-9a-f]{32}$/

/** A name without the id that Notion appends to the names of pages. */
export const withoutId = (name: string): string => name.replace(exportedId, "")

/** A title made from the name of a file or folder, without ordering prefix, identifier and file extension. */
export const humanized = (name: string): string => {
  const words = withoutId(name.replace(extension, ""))
    .replace(order, "")
    .replace(/[-_\s]+/g, " ")
    .trim()
  const capitalized = words.replace(/^./su, (first) => first.toUpperCase())
  return title(capitalized) ?? title(name) ?? "Untitled"
}

export const isPage = (path: string) => extension.test(path)
export const isHtml = (path: string) => /\.html?$/i.test(path)
export const isWord = (path: string) => /\.docx$/i.test(path)
export const isMdx = (path: string) => /\.mdx$/i.test(path)
export const withoutExtension = (path: string) => path.replace(extension, "")
export const { basename, dirname } = posix

const rank = [
  "readme.md",
  "readme.mdx",
  "index.md",
  "index.mdx",
  "readme.markdown",
  "index.markdown",
  "index.html",
  "index.htm",
  "readme.html"
]

/** Rank of a file name as the index of its folder, lower is better; undefined for any other name. */
export const indexRank = (name: string): number | undefined => {
  const found = rank.indexOf(name.toLowerCase())
  return found === -1 ? undefined : found
}

/** The slug of a page: its file name, or the name of its folder if the file is the folder's index; without its id. */
export const ownName = (path: string): string | undefined => {
  const name = indexRank(basename(path)) === undefined ? withoutExtension(basename(path)) : basename(dirname(path))
  return name === "" || name === "." ? undefined : withoutId(name)
}

/** A relative path in normal form, without leading and trailing slashes; empty for the root and beyond. */
export const join = (path: string): string => {
  const whole = posix.join("/", path).replace(/\/$/, "").slice(1)
  return whole === "." ? "" : whole
}

/** The address that a file has in the source: its path without extension, that of its folder for an index. */
export const addressOf = (path: string): string => {
  const address = indexRank(basename(path)) === undefined ? withoutExtension(path) : dirname(path)
  return address === "." ? "" : address.replace(/\/$/, "")
}

const collator = Lazy.make(() => new Intl.Collator("en", { numeric: true, sensitivity: "base" }))

/** Order of names as people number them: `2` before `10`, in lower and upper case alike. */
export const compare = (left: string, right: string): number =>
  collator().compare(left, right) || (left < right ? -1 : left > right ? 1 : 0)

/** Names in the order of `compare`. */
export const sorted = (names: ReadonlyArray<string>): ReadonlyArray<string> => names.toSorted(compare)
