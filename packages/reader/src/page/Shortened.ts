import type { PublishedPage } from "@quire/core"

type Entry = PublishedPage.Entry

/** Limit of the entries per level that a page shows; those around the current path are chosen. */
export const limits = { siblings: 200 } as const

/** The first page in the order of the contents. */
const firstPage = (entries: ReadonlyArray<Entry>): Entry | undefined => {
  for (const entry of entries) {
    const found = entry.path === undefined ? firstPage(entry.pages) : entry
    if (found !== undefined) return found
  }
  return undefined
}

/** An entry without its children; a group links to its first page, where they are shown. */
const closed = (entry: Entry): Entry => {
  const path = entry.path ?? (entry.type === "group" ? firstPage(entry.pages)?.path : undefined)
  return { ...entry, type: "document", pages: [], ...(path === undefined ? {} : { path }) }
}

const more = (entry: Entry | undefined, id: string): ReadonlyArray<Entry> => {
  const page = entry === undefined ? undefined : firstPage([entry])
  return page === undefined ? [] : [{ ...closed(page), id, title: `… ${page.title}` }]
}

/** Those around one of them, and before and after a page that leads to the others. */
const windowOf = (entries: ReadonlyArray<Entry>, at: number): ReadonlyArray<readonly [Entry, boolean]> => {
  const from = Math.max(0, Math.min(at - limits.siblings / 2, entries.length - limits.siblings))
  const to = from + limits.siblings
  const shown = entries.slice(from, to).map((entry, index) => [entry, from + index === at] as const)
  const before = more(entries[from - 1], "before").map((entry) => [entry, false] as const)
  return [...before, ...shown, ...more(entries[to], "after").map((entry) => [entry, false] as const)]
}

/**
 * The entries of a very large table of contents that a page shows: the top level, and the path to the page with all
 * siblings.
 */
export const prepare = (entries: ReadonlyArray<Entry>): ((page: string) => ReadonlyArray<Entry>) => {
  const ways = new Map<string, ReadonlyArray<number>>()
  const visit = (level: ReadonlyArray<Entry>, way: ReadonlyArray<number>): void =>
    level.forEach((entry, index) => {
      const own = [...way, index]
      if (!ways.has(entry.id)) ways.set(entry.id, own)
      visit(entry.pages, own)
    })
  visit(entries, [])
  const alongOf = (level: ReadonlyArray<Entry>, [at = -1, ...rest]: ReadonlyArray<number>): ReadonlyArray<Entry> =>
    windowOf(level, at).map(([entry, isOnWay]) =>
      isOnWay ? { ...entry, pages: alongOf(entry.pages, rest) } : closed(entry)
    )
  return (page) => alongOf(entries, ways.get(page) ?? [])
}
