import { ContentRef, type ImportWarning, type SummaryAttributes } from "@quire/core"
import * as Marks from "./Marks.ts"
import * as Names from "./Names.ts"
import type * as Outline from "./Outline.ts"
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

const groupOf = (title: string, part: Summary.Part) =>
  ({
    type: "group",
    title,
    ...slugOf(part),
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
 * Builds the outline from the table of contents at `path`; pages that it omits come last, in the given order. Undefined
 * as soon as there are more than `most` entries.
 */
export const make = (
  path: string,
  parts: ReadonlyArray<Summary.Part>,
  pages: ReadonlyArray<string>,
  resolve: Targets.Resolve,
  most: number
): SummaryOutline | undefined => {
  const placed = new Set<string>()
  const warnings: Array<ImportWarning.ImportWarning> = []
  let [numbered, made] = [0, 0]
  const warn = (reason: string) => void warnings.push({ path, reason })
  const nextPath = () => `${path}#${++numbered}`

  const addLink = (item: Summary.Item, target: ContentRef.ContentRef): ReadonlyArray<Outline.Entry> => {
    if (item.children.length > 0) warn(`"${item.title}" cannot have subpages; they were placed after it`)
    const title = titleOf(item) ?? "Untitled"
    made++
    const link = { type: "link", path: nextPath(), title, ...marksOf(item.attributes), target } as const
    return [link, ...addEntries(item.children)]
  }

  const addFolder = (item: Summary.Item, missing: string): ReadonlyArray<Outline.Entry> => {
    if (item.target !== undefined || item.children.length === 0) warn(missing)
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
    if (isLink || ref.kind !== "page" || placed.has(ref.page)) return addLink(item, ref)
    placed.add(ref.page)
    made++
    const title = titleOf(item)
    const own = { type: "page", path: ref.page, ...(title === undefined ? {} : { title }) } as const
    return [{ ...own, children: addEntries(item.children) }]
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
      listed.push({ ...groupOf(title, part), path: nextPath(), children: addEntries(part.items) })
    }
    if (made > most) return undefined
  }

  const rest = pages.filter((page) => !placed.has(page))
  for (const page of rest) warnings.push({ path: page, reason: "not in the table of contents; placed at the end" })
  return {
    entries: [...listed, ...rest.map((page): Outline.Entry => ({ type: "page", path: page, children: [] }))],
    warnings
  }
}
