import { posix } from "node:path"
import { EventLoop, type ImportWarning } from "@quire/core"
import { Effect } from "effect"
import * as Names from "../import/Names.ts"
import * as SiteTargets from "../import/SiteTargets.ts"
import * as Csv from "./Csv.ts"
import * as Markup from "./Markup.ts"
import * as ProductLayout from "./ProductLayout.ts"

export const limits = {
  /** Bytes of the document with the table of a database, half of what one may have, so that it is read in time. */
  document: 500_000,
  /** Rows of a database that order the pages below it. */
  rows: 5_000,
  /** Characters of a cell that may refer to pages. */
  cell: 10_000
} as const

const hasId = (path: string): boolean => /[ -][0-9a-f]{32}\.(?:md|html|csv)$/.test(path)
const isPage = (path: string): boolean => /\.(?:md|html)$/.test(path)

const stemOf = (path: string): string => path.replace(/(?:_all)?\.(?:md|html|csv)$/, "")

/** The folders that may hold what is below a page or a database. */
const foldersOf = (path: string): ReadonlyArray<string> => {
  const stem = stemOf(path)
  return Array.from(new Set([`${stem}/`, `${Names.withoutId(stem)}/`]))
}

const at = (from: string, target: string): string => posix.join(Names.dirname(from), ProductLayout.barePath(target))

/** The targets of the links of a page, in order. */
const targetsOf = (text: string, path: string): ReadonlyArray<string> =>
  path.endsWith(".html")
    ? Array.from(Markup.links(text), ({ href }) => href)
    : text
        .split("](", Markup.limits.tags + 1)
        .slice(1)
        .map((rest) => rest.slice(0, Math.max(0, rest.indexOf(")"))))

/** The letters and digits of a title or of the name of a file, which is a shortened title. */
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase()

/** Most characters of a title that the name of a file has. */
const nameLength = 50

interface Database {
  /** The file that has all rows. */
  readonly path: string
  /** All files of the database. */
  readonly files: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The page of each row. */
  readonly pages: ReadonlyArray<string | undefined>
  /** The page that shows the database. */
  readonly page: string
}

/** The pages of the rows of a database by their titles, in the first column; equal titles in order. */
const pagesOfRows = (rows: Database["rows"], below: ReadonlyArray<string>): Database["pages"] => {
  const byName = new Map<string, Array<string>>()
  for (const path of below) {
    const name = lettersOf(Names.ownName(path) ?? "")
    byName.set(name, [...(byName.get(name) ?? []), path])
  }
  const find = (title: string) => byName.get(lettersOf(title)) ?? byName.get(lettersOf(title.slice(0, nameLength)))
  return rows.map(([title = ""]) => find(title)?.shift())
}

const link = (path: string, text: string): string =>
  `<a href="${Markup.escape(encodeURI(SiteTargets.targetOf(path)))}">${Markup.escape(text)}</a>`

/** The content of a cell, in which relations and files are links. */
const cellOf = (value: string, path: string, files: ProductLayout.Files): string => {
  const text = (plain: string) => Markup.escape(plain).replaceAll("\n", "<br>")
  if (value.length > limits.cell) return text(value)
  const local = at(path, value)
  if (files.has(local)) return link(local, Names.basename(local))
  if (/^https?:\/\/\S+$/.test(value)) return `<a href="${Markup.escape(value)}">${Markup.escape(value)}</a>`
  return value
    .split(/(?<=\.(?:md|html|csv)\))/)
    .map((part) => {
      const open = part.lastIndexOf(" (")
      const written = part.slice(open + 2, -1)
      const target = open === -1 || !/[0-9a-f]{32}\.(?:md|html|csv)$/.test(written) ? "" : at(path, written)
      const begin = part.startsWith(", ") ? 2 : 0
      return part.endsWith(")") && files.has(target)
        ? part.slice(0, begin) + link(target, part.slice(begin, open))
        : text(part)
    })
    .join("")
}

const tableOf = Effect.fnUntraced(function* ({ pages, path, rows }: Database, files: ProductLayout.Files) {
  const [head = [], ...body] = rows
  const width = Math.max(...rows.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, column) => column)
  const line = (row: ReadonlyArray<string>, index: number) =>
    columns.map((column) => {
      const value = row[column] ?? ""
      const page = column === 0 ? pages[index + 1] : undefined
      return `<td>${page === undefined ? cellOf(value, path, files) : link(page, value)}</td>`
    })
  const lines = yield* EventLoop.map(body, (row, index) => `<tr>${line(row, index).join("")}</tr>`)
  const names = columns.map((column) => `<th>${Markup.escape(head[column] ?? "")}</th>`)
  return `<table><thead><tr>${names.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table>`
})

/** The page with the table of a database, or with a link to its file. */
const pageWith = (content: string, database: Database, own: string | undefined): string => {
  if (own === undefined) {
    const title = Names.withoutId(Names.basename(stemOf(database.path)))
    return `<html><head><title>${Markup.escape(title)}</title></head><body><h1>${Markup.escape(title)}</h1>${content}</body></html>`
  }
  const end = own.lastIndexOf("</article>")
  return /class="collection-content"><thead/.test(own) || end === -1
    ? own
    : own.slice(0, end) + content + own.slice(end)
}

/** Callouts, which Notion writes as asides, as hints; code stays. */
const withHints = (text: string): string => {
  let isCode = false
  return text
    .split("\n")
    .map((line) => {
      if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode
      if (isCode) return line
      if (line.trim() === "<aside>") return '{% hint style="info" %}'
      return line.trim() === "</aside>" ? "{% endhint %}" : line
    })
    .join("\n")
}

/** Whether a table fits one page: a cell without its text takes some 200 bytes of a document, and a link some more. */
const fits = (rows: Database["rows"], bytes: number): boolean => {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return rows.length > 0 && rows.length * (200 * width + 250) + bytes <= limits.document
}

const readDatabases = Effect.fnUntraced(function* (files: ProductLayout.Files, below: Below) {
  const tables = Array.from(files.keys()).filter(
    (path) => path.endsWith(".csv") && /[ -][0-9a-f]{32}(?:_all)?\.csv$/.test(path)
  )
  const byStem = new Map<string, ReadonlyArray<string>>()
  for (const path of tables) byStem.set(stemOf(path), [...(byStem.get(stemOf(path)) ?? []), path])
  const sources = Array.from(byStem, ([stem, own]) => ({
    stem,
    own,
    path: own.find((path) => path.endsWith("_all.csv")) ?? own[0] ?? ""
  }))
  return yield* ProductLayout.mapTexts(
    files,
    sources.map(({ path }) => path),
    (text, path): Database => {
      const rows = Csv.parse(text, limits.rows)
      const own = byStem.get(stemOf(path)) ?? []
      const page = [".html", ".md"].map((end) => stemOf(path) + end).find((candidate) => files.has(candidate))
      const pages = [
        undefined,
        ...pagesOfRows(
          rows.slice(1),
          foldersOf(path).flatMap((folder) => below.get(folder) ?? [])
        )
      ]
      return { path, files: own, rows, pages, page: page ?? `${stemOf(path)}.html` }
    }
  )
})

type Below = ReadonlyMap<string, ReadonlyArray<string>>

const pagesBelow = (pages: ReadonlyArray<string>): Below => {
  const below = new Map<string, Array<string>>()
  for (const path of pages) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1)
    const known = below.get(folder)
    if (known === undefined) below.set(folder, [path])
    else known.push(path)
  }
  return below
}

/**
 * Reads the export of pages of Notion: pages in the order in which the page above links to them, and databases as pages
 * with a table in the order of their rows (rule import-products).
 */
export const read: ProductLayout.ReadLayout = Effect.fnUntraced(function* ({ files }) {
  const pages = Array.from(files.keys()).filter((path) => isPage(path) && path !== "index.html")
  if (pages.length === 0 || pages.filter(hasId).length * 2 < pages.length) return undefined
  const below = pagesBelow(pages)
  const databases = yield* readDatabases(files, below)
  const changes = new Map<string, Uint8Array | undefined>([["index.html", undefined]])
  const warnings: Array<ImportWarning.ImportWarning> = []
  const showing = new Map<string, string>()
  const positions = new Map<string, number>()
  const place = (path: string | undefined, position: number) => {
    if (path !== undefined && !positions.has(path)) positions.set(path, position)
  }
  for (const database of databases) {
    const { page, pages: rowPages, path, rows } = database
    const isTable = fits(rows, files.get(path)?.byteLength ?? 0)
    const own = files.has(page) ? ProductLayout.textOf(files, page) : undefined
    const content = isTable ? yield* tableOf(database, files) : `<p>${link(path, Names.basename(path))}</p>`
    changes.set(page, ProductLayout.encode(pageWith(content, database, own)))
    for (const file of database.files) {
      showing.set(file, page)
      if (isTable || file !== path) changes.set(file, undefined)
    }
    if (!isTable)
      warnings.push({
        kind: "limit",
        path,
        reason: "the database is too large for one page and was imported as a file"
      })
    for (const [position, rowPage] of rowPages.entries()) place(rowPage, position)
  }
  yield* ProductLayout.mapTexts(files, [...(files.has("index.html") ? ["index.html"] : []), ...pages], (text, path) => {
    const folders = new Set(path === "index.html" ? [""] : foldersOf(path))
    for (const [position, target] of targetsOf(text, path).entries()) {
      const child = at(path, target)
      if (folders.has(child.slice(0, child.lastIndexOf("/") + 1))) place(showing.get(child) ?? child, position)
    }
  })
  yield* ProductLayout.mapTexts(files, pages, (text, path) => {
    if (path.endsWith(".md") && text.includes("<aside>")) changes.set(path, ProductLayout.encode(withHints(text)))
  })
  return {
    files: ProductLayout.withFiles(files, changes),
    places: { page: (path) => ({ position: positions.get(path) }), folder: () => ({}) },
    pathOf: (from, target) => showing.get(at(from, target)),
    warnings
  }
})
