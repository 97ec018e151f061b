import { readdirSync, readFileSync } from "node:fs"
import { join, posix, relative, sep } from "node:path"

const skipped = new Set([".git", ".docusaurus", ".astro", "node_modules", "__MACOSX", ".DS_Store"])

/** The files below a folder by path, as the command imports them. */
export const readFolder = (folder: string): ReadonlyMap<string, Uint8Array> => {
  const files = new Map<string, Uint8Array>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const names = relative(folder, path).split(sep)
    if (entry.isFile() && !names.some((name) => skipped.has(name))) files.set(names.join("/"), readFileSync(path))
  }
  return files
}

/** What an import takes off the front of every path: a folder that all files are in, and the root of a book. */
export const prefixOf = (files: ReadonlyMap<string, Uint8Array>): string => {
  const bytes = files.get(".gitbook.yaml")
  const root = /^root:[ \t]*["']?([^"'\s#]+)/m.exec(new TextDecoder().decode(bytes))?.[1] ?? ""
  const clean = posix.join("/", root).slice(1).replace(/\/$/, "")
  if (clean !== "" && Array.from(files.keys()).some((path) => path.startsWith(`${clean}/`))) return `${clean}/`
  const [first = ""] = files.keys()
  const top = first.slice(0, first.indexOf("/") + 1)
  return top !== "" && Array.from(files.keys()).every((path) => path.startsWith(top)) ? top : ""
}

const isText = (path: string) => /\.(?:mdx?|markdown|html?)$/i.test(path)

/** Whether a file is one that an author would expect among the pages, or in what they include. */
export const isPage = (path: string): boolean =>
  isText(path) &&
  posix.basename(path).toLowerCase() !== "summary.md" &&
  !/(?:^|\/)(?:\.github|\.vscode|\.obsidian|\.gitbook\/assets)\//.test(path)

const endings = ["", ".md", ".mdx", ".markdown", "/README.md", "/readme.md", "/Readme.md", "/index.md", "/index.mdx"]

const decode = (target: string): string => {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** The file that a target leads to in the source itself; undefined for addresses and for what is not there. */
export const fileAt = (
  files: ReadonlyMap<string, unknown>,
  prefix: string,
  from: string,
  target: string
): string | undefined => {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(target)) return undefined
  const path = target.replace(/[?#].*$/s, "")
  if (path === "") return undefined
  for (const written of [decode(path), path]) {
    const base = written.startsWith("/") ? posix.join(prefix, written) : posix.join(posix.dirname(from), written)
    const at = base.replace(/^\.?\/|\/$/g, "").normalize("NFC")
    const found = endings.map((ending) => (at === "." ? ending.slice(1) : at + ending)).find((each) => files.has(each))
    if (found !== undefined) return found
  }
  return undefined
}
