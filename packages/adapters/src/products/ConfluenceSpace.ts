import { EventLoop } from "@quire/core"
import { Effect } from "effect"
import * as SiteTargets from "../import/SiteTargets.ts"
import * as Summary from "../import/Summary.ts"
import * as Markup from "./Markup.ts"
import * as ProductLayout from "./ProductLayout.ts"

const index = "index.html"

export const limits = {
  /** Entries of an index that is read. */
  entries: 20_000,
  /** Bytes of an index that is read. */
  bytes: 4_194_304
} as const

const pageName = /^(?:(.*)_)?(\d{1,20})\.html$/s

/** Files of the looks of an export. */
const isLook = (path: string): boolean => /^(?:images\/icons|styles)\//.test(path)

interface OpenItem extends Summary.Item {
  readonly children: Array<OpenItem>
}

const pageOf = (piece: string): Markup.Link | undefined => {
  const own = piece.split(/<[ou]l/, 1)[0] ?? ""
  return Array.from(Markup.links(own)).find(({ href }) => pageName.test(ProductLayout.barePath(href)))
}

/** The pages of an index: one list for each page with others below it, or one for each of them. */
const readIndex = Effect.fnUntraced(function* (html: string) {
  const pieces = html.split(/<li(?=[\s>])/, limits.entries + 2).slice(1)
  if (pieces.length > limits.entries) return []
  const lists = yield* EventLoop.map(pieces, (piece) => ({
    page: pageOf(piece),
    ends: piece.split("</li").length - 1
  }))
  const items: Array<OpenItem> = []
  const open: Array<ReadonlyArray<OpenItem>> = []
  for (const { ends, page } of lists) {
    const above = open.at(-1) ?? []
    const item: OpenItem | undefined =
      page === undefined
        ? undefined
        : {
            title: page.text,
            target: SiteTargets.targetOf(ProductLayout.barePath(page.href)),
            anchor: undefined,
            children: []
          }
    if (item !== undefined) (above.at(-1)?.children ?? items).push(item)
    open.push(item === undefined || above.length >= Summary.maxDepth ? above : [...above, item])
    open.splice(Math.max(0, open.length - ends))
  }
  return items
})

/** What the texts of the pages say about the wiki and its attachments. */
const readPages = Effect.fnUntraced(function* (files: ProductLayout.Files, pages: ReadonlyArray<string>) {
  const fileNames = new Map<string, string>()
  let base: string | undefined
  yield* ProductLayout.mapTexts(files, pages, (html) => {
    const at = base === undefined ? html.indexOf('data-base-url="') : -1
    if (at !== -1) base = html.slice(at, at + 500).split('"')[1]
    if (!html.includes("attachments/")) return
    for (const image of Markup.startTags(html, "img")) {
      const [source, name] = [
        Markup.attributeOf(image, "src"),
        Markup.attributeOf(image, "data-linked-resource-default-alias")
      ]
      if (source !== undefined && name !== undefined) fileNames.set(ProductLayout.barePath(source), name)
    }
    const begin = html.lastIndexOf('id="attachments"')
    const list = begin === -1 ? "" : html.slice(begin)
    for (const { href, text } of Markup.links(list))
      if (href.startsWith("attachments/") && text !== "") fileNames.set(ProductLayout.barePath(href), text)
  })
  return { base, fileNames }
})

const pageId =
  /^(?:(?:\/wiki)?\/pages\/viewpage\.action\?(?:[^#]*&)?pageId=|(?:\/wiki)?\/spaces\/[^/]+\/pages\/)(\d+)(?=[/?#&]|$)/

/**
 * Reads the HTML export of a space of Confluence: the tree of its index, links by the number of a page, and the names of
 * attachments (rule import-products).
 */
export const read: ProductLayout.ReadLayout = Effect.fnUntraced(function* ({ files }) {
  const pages = Array.from(files.keys()).filter((path) => pageName.test(path))
  const bytes = files.get(index)?.byteLength ?? 0
  const html = pages.length === 0 || bytes > limits.bytes ? undefined : ProductLayout.textOf(files, index)
  if (html === undefined || !html.includes('id="title-heading"')) return undefined
  const items = yield* readIndex(html)
  if (items.length === 0) return undefined
  const byId = new Map(pages.map((path) => [pageName.exec(path)?.[2] ?? "", path]))
  const { base, fileNames } = yield* readPages(files, pages)
  const idOf = (target: string): string | undefined => {
    if (/^\d+\.html(?:#|$)/.test(target)) return /^\d+/.exec(target)?.[0]
    const local = base !== undefined && target.startsWith(base) ? target.slice(base.length) : target
    return pageId.exec(local)?.[1]
  }
  return {
    files: new Map(Array.from(files).filter(([path]) => !isLook(path))),
    contents: { path: index, parts: [{ heading: undefined, anchor: undefined, items }] },
    slugOf: (path, title) => {
      const [, name, id] = pageName.exec(path) ?? []
      return id === undefined ? undefined : (name ?? title)
    },
    pathOf: (_, target) => byId.get(idOf(target) ?? ""),
    fileNames
  }
})
