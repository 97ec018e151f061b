import { posix } from "node:path"
import { ContentRef, ExportPlan, Unicode } from "@quire/core"
import { Schema } from "effect"
import * as PercentDecoding from "../text/PercentDecoding.ts"
import * as Names from "./Names.ts"

/** The target of a link in a page of an archive. */
export type ResolvedTarget =
  | { readonly kind: "inside"; readonly ref: ContentRef.ContentRef }
  | { readonly kind: "outside" }
  | { readonly kind: "broken" }

/** Resolves a target in the page at path `from`. */
export type Resolve = (from: string, target: string) => ResolvedTarget

const outside: ResolvedTarget = { kind: "outside" }
const broken: ResolvedTarget = { kind: "broken" }

const isRef = Schema.is(ContentRef.ContentRef)
const toResolved = (ref: ContentRef.ContentRef | undefined): ResolvedTarget =>
  ref !== undefined && isRef(ref) ? { kind: "inside", ref } : broken

/** A reference to a heading of the same page, given the text after `#`. */
export const headingRef = (anchor: string): ContentRef.ContentRef | undefined => {
  const ref: ContentRef.ContentRef = { kind: "anchor", anchor: PercentDecoding.decode(anchor) }
  return isRef(ref) ? ref : undefined
}

const absolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

const splitTarget = (target: string) => {
  const [, path = "", anchor = ""] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? []
  return { path, anchor }
}

/** The path of a target in the archive, without surrounding slashes; undefined when it is outside of the archive. */
const locate = (from: string, written: string): string | undefined => {
  const path = written.startsWith("/") ? posix.join(".", written) : posix.join(Names.dirname(from), written)
  return path === ".." || path.startsWith("../")
    ? undefined
    : Unicode.normalize(path.replace(/^\.?\/|^\.$|\/$/g, ""), "NFC")
}

/** The page that represents each folder: its index, or the page made for the folder, whose path ends in a slash. */
const indexFolders = (pages: Iterable<string>): ReadonlyMap<string, string> => {
  const best = new Map<string, { readonly page: string; readonly rank: number }>()
  for (const page of pages) {
    const own = page.endsWith("/")
    const rank = own ? Number.POSITIVE_INFINITY : Names.indexRank(Names.basename(page))
    if (rank === undefined) continue
    const folder = own ? page.slice(0, -1) : Names.dirname(page).replace(/^\.$/, "")
    const known = best.get(folder)
    if (known === undefined || rank < known.rank) best.set(folder, { page, rank })
  }
  return new Map(Array.from(best, ([folder, { page }]) => [folder, page]))
}

/** A reference to content that was not part of the export from which the archive was made. */
const leftOf = (target: string): ContentRef.ContentRef | undefined =>
  target.startsWith(`${ExportPlan.externalPath}/`)
    ? ContentRef.fromUrl(target.slice(ExportPlan.externalPath.length))
    : undefined

/** Makes a resolver for the pages, files and included texts of an archive. */
export const make = (
  pages: ReadonlySet<string>,
  files: ReadonlySet<string>,
  reusable: ReadonlySet<string> = new Set()
): Resolve => {
  const folders = indexFolders(pages)

  const pageAt = (path: string): string | undefined =>
    ["", ".md", ".mdx", ".markdown", ".html", ".htm"]
      .map((extension) => path + extension)
      .find((candidate) => pages.has(candidate)) ?? folders.get(path)

  /** The content at a path, or at the address that a generator of sites serves a page at. */
  const find = (path: string, anchor: string): ContentRef.ContentRef | undefined => {
    if (files.has(path)) return { kind: "file", file: path }
    if (reusable.has(path)) return { kind: "reusable-content", reusableContent: path }
    const page = pageAt(path) ?? pageAt(Names.addressOf(path))
    if (page === undefined) return undefined
    return anchor === "" ? { kind: "page", page } : { kind: "anchor", anchor: PercentDecoding.decode(anchor), page }
  }

  return (from, target) => {
    const left = leftOf(target)
    if (left !== undefined) return toResolved(left)
    if (absolute.test(target)) return outside
    const { path, anchor } = splitTarget(target.trim())
    if (path === "") return anchor === "" ? outside : toResolved(headingRef(anchor))
    for (const written of [PercentDecoding.decode(path), path, path.replaceAll("\\", "/")]) {
      const at = locate(from, written)
      const ref = at === undefined ? undefined : find(at, anchor)
      if (ref !== undefined) return toResolved(ref)
    }
    return broken
  }
}
