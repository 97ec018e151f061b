import { ContentRef, type ImportWarning, type SummaryAttributes } from "@quire/core"
import * as FolderOutline from "./FolderOutline.ts"
import * as Marks from "./Marks.ts"
import * as Names from "./Names.ts"
import * as Outline from "./Outline.ts"
import type * as Summary from "./Summary.ts"
import type * as Targets from "./Targets.ts"

export interface SummaryOutline {
  readonly entries: ReadonlyArray<Outline.Entry>
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

type Attributes = SummaryAttributes.SummaryAttributes

const titleOf = (item: Summary.Item) => Names.title(item.attributes?.title ?? item.title)

const marksOf = (attributes: Attributes = {}) => ({
  ...Marks.marksOf(attributes),
  ...(attributes.hidden === true ? { hidden: true } : {})
})

const indexingOf = ({ noIndex, noRobotsIndex }: Attributes = {}) => ({
  ...(noIndex === true ? { noIndex } : {}),
  ...(noRobotsIndex === true ? { noRobotsIndex } : {})
})

const slugOf = ({ anchor }: { readonly anchor: string | undefined }) => {
  const slug = Names.line(anchor, 256)
  return slug === undefined ? {} : { slug }
}

const urlRef = (url: string): ContentRef.ContentRef => ({ kind: "url", url })

/** The pages of some entries with all those below them. */
const pathsIn = (entries: ReadonlyArray<Outline.Entry>): ReadonlyArray<string> =>
  Array.from(Outline.walk(entries)).flatMap((entry) => (entry.type === "page" ? [Names.addressOf(entry.path)] : []))

/** The folder that all pages of some entries are in, if it is the same. */
const folderOf = (entries: ReadonlyArray<Outline.Entry>): string | undefined => {
  const [first = "", ...others] = pathsIn(entries)
  const folder = first.slice(0, Math.max(0, first.indexOf("/")))
  return folder !== "" && others.every((path) => path.startsWith(`${folder}/`)) ? folder : undefined
}

/** A group at the address of the folder that its pages are in. */
const groupOf = (title: string, part: Summary.Part, children: ReadonlyArray<Outline.Entry>) =>
  ({
    type: "group",
    title,
    slug: Names.line(part.anchor, 256) ?? folderOf(children) ?? title,
    children,
    ...marksOf(part.attributes),
    ...indexingOf(part.attributes)
  }) as const

/** The target of an entry, and whether it is a link; undefined when there is no target. */
const leadOf = ({ attributes = {} }: Summary.Item, target: string, resolve: Targets.Resolve, from: string) => {
  const isLink = attributes.link === true
  const given = isLink ? (attributes.target ?? target) : target
  const resolved = resolve(from, given)
  if (resolved.kind === "inside") return { ref: resolved.ref, isLink }
  return (isLink || resolved.kind === "outside") && ContentRef.isSafeUrl(given)
    ? { ref: urlRef(given), isLink: true }
    : undefined
}

/**
 * Builds the outline of the pages of a folder from its table of contents at `path`; pages that it omits come after
 * those of their folders, and `home` comes first. Undefined as soon as there are more than `most` entries.
 */
export const make = (
  path: string,
  parts: ReadonlyArray<Summary.Part>,
  pages: ReadonlyArray<string>,
  resolve: Targets.Resolve,
  most: number,
  folder = "",
  home?: string
): SummaryOutline | undefined => {
  const own = new Set(pages)
  const placed = new Set<string>()
  const warnings: Array<ImportWarning.ImportWarning> = []
  let [numbered, made] = [0, 0]
  const warn = ({ line }: Summary.Item, reason: string) =>
    void warnings.push({ kind: "contents", path, ...(line === undefined ? {} : { line }), reason })
  const nextPath = () => `${path}#${++numbered}`

  const addLink = (item: Summary.Item, target: ContentRef.ContentRef): ReadonlyArray<Outline.Entry> => {
    if (item.children.length > 0) warn(item, `"${item.title}" cannot have subpages; they were placed after it`)
    const title = titleOf(item) ?? "Untitled"
    made++
    const link = { type: "link", path: nextPath(), title, ...marksOf(item.attributes), target } as const
    return [link, ...addEntries(item.children)]
  }

  const addFolder = (item: Summary.Item, missing: string): ReadonlyArray<Outline.Entry> => {
    if (item.target !== undefined || item.children.length === 0) warn(item, missing)
    if (item.children.length === 0) return []
    const title = titleOf(item) ?? "Untitled"
    made++
    const named = { title, ...slugOf(item) }
    return [{ type: "folder", path: nextPath(), ...named, children: addEntries(item.children) }]
  }

  const addEntry = (item: Summary.Item): ReadonlyArray<Outline.Entry> => {
    if (item.target === undefined) return addFolder(item, `"${item.title}" has no link target`)
    const lead = leadOf(item, item.target, resolve, path)
    if (lead === undefined) return addFolder(item, `"${item.target}" is not in the archive`)
    const { isLink, ref } = lead
    if (isLink || ref.kind !== "page" || placed.has(ref.page) || !own.has(ref.page)) return addLink(item, ref)
    placed.add(ref.page)
    made++
    const title = titleOf(item)
    const children = addEntries(item.children)
    const folderName = Names.ownName(ref.page) === undefined ? folderOf(children) : undefined
    const named = { ...(title === undefined ? {} : { title }), ...(folderName === undefined ? {} : { folderName }) }
    return [{ type: "page", path: ref.page, ...named, children }]
  }

  const addEntries = (items: ReadonlyArray<Summary.Item>): ReadonlyArray<Outline.Entry> => {
    const entries: Array<Outline.Entry> = []
    for (const item of items) {
      if (made > most) break
      entries.push(...addEntry(item))
    }
    return entries
  }

  const listed: Array<Outline.Entry> = []
  for (const part of parts) {
    const title = Names.title(part.attributes?.title ?? part.heading)
    if (title === undefined) listed.push(...addEntries(part.items))
    else {
      made++
      const at = nextPath()
      listed.push({ ...groupOf(title, part, addEntries(part.items)), path: at })
    }
    if (made > most) return undefined
  }

  const first = pages.find((page) => page === home && !placed.has(page))
  const rest = pages.filter((page) => !placed.has(page) && page !== first)
  if (FolderOutline.hasMoreFolders(rest, most)) return undefined
  for (const page of rest)
    warnings.push({
      kind: "contents",
      path: page,
      reason: "not in the table of contents; placed after the pages of its folder"
    })
  const entries = withRest(listed, rest, folder)
  return {
    entries: first === undefined ? entries : [{ type: "page", path: first, children: [] }, ...entries],
    warnings
  }
}

/** The folder that an entry has the pages of; undefined for one without. */
const folderAt = (entry: Outline.Entry): string | undefined => {
  if (entry.type === "page") return Names.addressOf(entry.path) || undefined
  return entry.type === "group" ? folderOf(entry.children) : undefined
}

/** Adds pages that are not listed after those of the nearest folder that is, so that they keep their addresses. */
const withRest = (
  listed: ReadonlyArray<Outline.Entry>,
  rest: ReadonlyArray<string>,
  within: string
): ReadonlyArray<Outline.Entry> => {
  const known = new Set(Array.from(Outline.walk(listed)).flatMap((entry) => folderAt(entry) ?? []))
  const nearest = (path: string): string => {
    let folder = Names.dirname(Names.addressOf(path))
    while (folder !== "." && `${folder}/` !== within && !known.has(folder)) folder = Names.dirname(folder)
    return folder === "." || `${folder}/` === within ? "" : folder
  }
  const byFolder = new Map<string, Array<string>>()
  for (const path of rest) {
    const folder = nearest(path)
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path])
  }
  const taken = new Set<string>()
  const take = (folder: string | undefined): ReadonlyArray<Outline.Entry> => {
    const paths = folder === undefined || taken.has(folder) ? undefined : byFolder.get(folder)
    if (folder === undefined || paths === undefined) return []
    taken.add(folder)
    return FolderOutline.make(paths, { ...FolderOutline.plain, root: folder === "" ? within : `${folder}/` })
  }
  const add = (entries: ReadonlyArray<Outline.Entry>): ReadonlyArray<Outline.Entry> =>
    entries.map((entry) => {
      if (entry.type === "link") return entry
      const own = take(folderAt(entry))
      return { ...entry, children: [...add(entry.children), ...own] }
    })
  return [...add(listed), ...take("")]
}
