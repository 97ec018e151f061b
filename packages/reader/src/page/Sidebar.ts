import type { PublishedPage, SiteFrame } from "@quire/core"
import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import type { Sidebar } from "./Frame.ts"
import * as Links from "./Links.ts"
import { markOf } from "./Marks.ts"

type ShortenedEntry = PublishedPage.Entry

export const limits = {
  entries: 600,
  siblings: 200
} as const

/** The first page in the order of the contents. */
const firstPage = (entries: ReadonlyArray<ShortenedEntry>): ShortenedEntry | undefined => {
  for (const entry of entries) {
    const found = entry.path === undefined ? firstPage(entry.pages) : entry
    if (found !== undefined) return found
  }
  return undefined
}

/** An entry without its children; a group links to its first page, where they are shown. */
const withoutChildren = (entry: ShortenedEntry): ShortenedEntry => {
  const path = entry.path ?? (entry.type === "group" ? firstPage(entry.pages)?.path : undefined)
  return { ...entry, type: "document", pages: [], ...(path === undefined ? {} : { path }) }
}

const more = (entry: ShortenedEntry | undefined, id: string): ReadonlyArray<ShortenedEntry> => {
  const page = entry === undefined ? undefined : firstPage([entry])
  return page === undefined ? [] : [{ ...withoutChildren(page), id, title: `… ${page.title}` }]
}

/** Those around one of them, and before and after a page that leads to the others. */
const windowOf = (
  entries: ReadonlyArray<ShortenedEntry>,
  at: number
): ReadonlyArray<readonly [ShortenedEntry, boolean]> => {
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
export const prepareShortened = (
  entries: ReadonlyArray<ShortenedEntry>
): ((page: string) => ReadonlyArray<ShortenedEntry>) => {
  const ways = new Map<string, ReadonlyArray<number>>()
  const visit = (level: ReadonlyArray<ShortenedEntry>, way: ReadonlyArray<number>): void =>
    level.forEach((entry, index) => {
      const own = [...way, index]
      if (!ways.has(entry.id)) ways.set(entry.id, own)
      visit(entry.pages, own)
    })
  visit(entries, [])
  const alongOf = (
    level: ReadonlyArray<ShortenedEntry>,
    [at = -1, ...rest]: ReadonlyArray<number>
  ): ReadonlyArray<ShortenedEntry> =>
    windowOf(level, at).map(([entry, isOnWay]) =>
      isOnWay ? { ...entry, pages: alongOf(entry.pages, rest) } : withoutChildren(entry)
    )
  return (page) => alongOf(entries, ways.get(page) ?? [])
}

type Entry = PublishedPage.Entry

interface Drawing {
  readonly site: Pick<SiteFrame.SiteFrame, "customization">
  readonly icon: (name: string) => Html
}

/** A page in the prepared text: the part that begins with its address, and how it is marked. */
interface Spot {
  readonly part: number
  readonly parent: string | undefined
  /** Whether it has subpages. */
  readonly isOpenable: boolean
}

/** Estimated memory of an entry in addition to its text. */
const entryBytes = 400

/** Placeholder for the relative path to the site's root; it cannot occur in escaped text. */
const root = trustMarkup("<>")
const currentPage = ' aria-current="page"'
const closed = "<details>"

const lineOf = (entry: Entry, { icon, site }: Drawing): Html => {
  const title = html`${markOf(entry, icon)}${entry.title}`
  if (entry.path !== undefined) return html`<a href="${root}${entry.path}">${title}</a>`
  const href = Links.outwardHrefOf(entry.url)
  return href === undefined
    ? html`<span>${title}</span>`
    : html`<a href="${href}"${Links.outward({ site })}>${title}</a>`
}

const isOpenable = ({ pages, path }: Entry) => path !== undefined && pages.length > 0

const listOf = (entries: ReadonlyArray<Entry>, drawing: Drawing): Html =>
  html`<ul>${entries.map((entry) => itemOf(entry, drawing))}</ul>`

const itemOf = (entry: Entry, drawing: Drawing): Html => {
  const below = entry.pages.length === 0 ? emptyHtml : listOf(entry.pages, drawing)
  if (isOpenable(entry)) {
    return html`<li>${lineOf(entry, drawing)}${trustMarkup(closed)}<summary aria-label="${entry.title}"></summary>${below}</details></li>`
  }
  return html`<li${entry.type === "group" ? html` class="group"` : emptyHtml}>${lineOf(entry, drawing)}${below}</li>`
}

const spotsOf = (entries: ReadonlyArray<Entry>): ReadonlyMap<string, Spot> => {
  const spots = new Map<string, Spot>()
  let part = 0
  const visit = (entry: Entry, parent: string | undefined): void => {
    if (entry.path !== undefined) {
      part += 1
      if (!spots.has(entry.id)) spots.set(entry.id, { part, parent, isOpenable: isOpenable(entry) })
    }
    for (const child of entry.pages) visit(child, entry.path === undefined ? parent : entry.id)
  }
  for (const entry of entries) visit(entry, undefined)
  return spots
}

const markCurrent = (part: string): string => part.replace('"', `"${currentPage}`)

const markOpen = (part: string): string => part.replace(closed, "<details open>")

const prepareWhole = (entries: ReadonlyArray<Entry>, drawing: Drawing): Sidebar => {
  const { text } = listOf(entries, drawing)
  const parts = text.split(root.text)
  const spots = spotsOf(entries)
  return {
    bytes: text.length + entryBytes * spots.size,
    print: (page, up) => {
      const own = [...parts]
      const current = spots.get(page)
      if (current !== undefined) own[current.part] = markCurrent(own[current.part] ?? "")
      for (
        let spot = current;
        spot !== undefined;
        spot = spot.parent === undefined ? undefined : spots.get(spot.parent)
      ) {
        if (spot.isOpenable) own[spot.part] = markOpen(own[spot.part] ?? "")
      }
      return trustMarkup(own.join(up))
    }
  }
}

const count = (entries: ReadonlyArray<Entry>): number => entries.reduce((sum, { pages }) => sum + 1 + count(pages), 0)

/**
 * Prepares a table of contents. Up to `limits.entries` entries the markup is rendered once and each page marks its
 * place in it. Beyond that, each page shows the entries of the top level, and those on the path to it with their
 * siblings.
 */
export const prepare = (entries: ReadonlyArray<Entry>, drawing: Drawing): Sidebar => {
  const size = count(entries)
  if (size <= limits.entries) return prepareWhole(entries, drawing)
  const shorten = prepareShortened(entries)
  return { bytes: entryBytes * size, print: (page, up) => prepareWhole(shorten(page), drawing).print(page, up) }
}
