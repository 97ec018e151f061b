import { ContentRef, type ImportWarning } from "@quire/core"
import * as Names from "./Names.ts"
import type { Entry } from "./Outline.ts"
import type * as Summary from "./Summary.ts"
import type { Resolve } from "./Targets.ts"

export interface SummaryOutline {
  readonly entries: ReadonlyArray<Entry>
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/** Follows the table of contents at `path`; pages that it leaves out come last, in the order given. */
export const make = (
  path: string,
  parts: ReadonlyArray<Summary.Part>,
  pages: ReadonlyArray<string>,
  resolve: Resolve
): SummaryOutline => {
  const placed = new Set<string>()
  const warnings: Array<ImportWarning.ImportWarning> = []
  let entries = 0
  const warn = (reason: string) => void warnings.push({ path, reason })
  const nextPath = () => `${path}#${++entries}`

  const link = (item: Summary.Item, target: ContentRef.ContentRef): ReadonlyArray<Entry> => {
    if (item.children.length > 0) warn(`"${item.title}" cannot have pages below it; they stand after it`)
    const title = Names.title(item.title) ?? "Untitled"
    return [{ type: "link", path: nextPath(), title, target }, ...item.children.flatMap(entry)]
  }

  const folder = (item: Summary.Item, missing: string): ReadonlyArray<Entry> => {
    if (item.target !== undefined || item.children.length === 0) warn(missing)
    if (item.children.length === 0) return []
    const title = Names.title(item.title) ?? "Untitled"
    return [{ type: "folder", path: nextPath(), title, children: item.children.flatMap(entry) }]
  }

  const entry = (item: Summary.Item): ReadonlyArray<Entry> => {
    if (item.target === undefined) return folder(item, `"${item.title}" leads nowhere`)
    const resolved = resolve(path, item.target)
    if (resolved.kind === "outside" && ContentRef.isSafeUrl(item.target)) {
      return link(item, { kind: "url", url: item.target })
    }
    if (resolved.kind !== "inside") return folder(item, `"${item.target}" is not in the archive`)
    const { ref } = resolved
    if (ref.kind !== "page" || placed.has(ref.page)) return link(item, ref)
    placed.add(ref.page)
    const title = Names.title(item.title)
    const own = { type: "page", path: ref.page, ...(title === undefined ? {} : { title }) } as const
    return [{ ...own, children: item.children.flatMap(entry) }]
  }

  const listed = parts.flatMap((part): ReadonlyArray<Entry> => {
    const title = Names.title(part.heading)
    const own = title === undefined ? undefined : { title, path: nextPath() }
    const children = part.items.flatMap(entry)
    return own === undefined ? children : [{ type: "group", ...own, children }]
  })

  const rest = pages.filter((page) => !placed.has(page))
  for (const page of rest) warnings.push({ path: page, reason: "not in the table of contents; stands at the end" })
  return { entries: [...listed, ...rest.map((page): Entry => ({ type: "page", path: page, children: [] }))], warnings }
}
