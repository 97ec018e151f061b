import type { PublishedPage, SiteFrame } from "@quire/core"
import { emptyHtml, type Html, html, trustMarkup } from "../html/Html.ts"
import * as Links from "./Links.ts"
import { markOf } from "./Marks.ts"
import * as Shortened from "./Shortened.ts"

type Entry = PublishedPage.Entry

interface Drawing {
  readonly site: Pick<SiteFrame.SiteFrame, "customization">
  readonly icon: (name: string) => Html
}

/** Entries up to which every page has them all. */
export const limits = { entries: 600 } as const

/** A page in the prepared text: the part that begins with its address, and how it is marked. */
interface Spot {
  readonly part: number
  readonly parent: string | undefined
  /** Whether it has subpages. */
  readonly isOpenable: boolean
}

/**
 * The table of contents of a site-space, rendered for insertion into any of its pages. `root` is the relative path from
 * the page to the site, ending with a slash.
 */
export interface Sidebar {
  readonly print: (page: string, root: string) => Html
  /** Estimated memory in bytes. */
  readonly bytes: number
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
  const shorten = Shortened.prepare(entries)
  return { bytes: entryBytes * size, print: (page, up) => prepareWhole(shorten(page), drawing).print(page, up) }
}
