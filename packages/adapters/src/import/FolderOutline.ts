import type { FolderSettings, PlaceSettings } from "../generators/FolderSettings.ts"
import * as Names from "./Names.ts"
import type * as Outline from "./Outline.ts"

interface Folder {
  readonly path: string
  readonly pages: Array<string>
  readonly folders: Map<string, Folder>
}

const emptyFolder = (path: string): Folder => ({ path, pages: [], folders: new Map() })

const ensureFolder = (root: Folder, path: string): Folder => {
  let folder = root
  for (const name of path.slice(root.path.length).split("/").slice(0, -1)) {
    const below = folder.folders.get(name) ?? emptyFolder(`${folder.path}${name}/`)
    folder.folders.set(name, below)
    folder = below
  }
  return folder
}

const indexOf = ({ pages }: Folder): string | undefined =>
  pages
    .flatMap((path) => {
      const rank = Names.indexRank(Names.basename(path))
      return rank === undefined ? [] : [{ path, rank }]
    })
    .sort((left, right) => left.rank - right.rank)[0]?.path

interface NamedEntry {
  readonly name: string
  readonly position: number
  readonly entry: Outline.Entry
}

const last = Number.POSITIVE_INFINITY

const nameOf = (path: string) => Names.withoutExtension(Names.basename(path))

const compareEntries = (left: NamedEntry, right: NamedEntry): number =>
  (left.position === right.position ? 0 : left.position - right.position) ||
  Names.compare(left.name, right.name) ||
  Names.compare(left.entry.path, right.entry.path)

const pageEntry = (
  path: string,
  { slug, title }: PlaceSettings,
  children: ReadonlyArray<Outline.Entry>
): Outline.PageEntry => ({
  type: "page",
  path,
  ...(title === undefined ? {} : { title, isLabel: true }),
  ...(slug === undefined ? {} : { slug }),
  children
})

/** No settings: names decide about everything. */
export const plain: FolderSettings = {
  root: "",
  page: () => ({}),
  folder: () => ({}),
  pageAt: () => undefined,
  addressOf: (path) => path
}

/** The entry of a folder: its index page, else the sibling page with the same name, else a page without text. */
const folderEntry = (
  settings: FolderSettings,
  name: string,
  folder: Folder,
  sibling: string | undefined
): NamedEntry => {
  const own = settings.folder(folder.path)
  const index = folder.pages.find((path) => path === own.index) ?? indexOf(folder)
  const page = index ?? sibling
  const children = childrenOf(settings, folder, index)
  if (page === undefined) {
    const title = Names.title(own.title) ?? Names.humanized(name)
    const description = Names.line(own.description, 300)
    const entry: Outline.FolderEntry = {
      type: "folder",
      path: folder.path,
      title,
      slug: own.slug ?? Names.withoutId(name),
      ...(description === undefined ? {} : { description }),
      children
    }
    return { name, position: own.position ?? last, entry }
  }
  const given = settings.page(page)
  const title = own.title ?? given.title
  const slug = own.slug ?? given.slug
  return { name, position: own.position ?? given.position ?? last, entry: pageEntry(page, { title, slug }, children) }
}

const childrenOf = (
  settings: FolderSettings,
  folder: Folder,
  index: string | undefined
): ReadonlyArray<Outline.Entry> => {
  const pages = folder.pages.filter((path) => path !== index)
  const named = new Map(pages.toReversed().map((path) => [Names.withoutId(nameOf(path)), path]))
  for (const path of pages.toReversed()) named.set(nameOf(path), path)
  const taken = new Set<string>()
  const folders = Array.from(folder.folders, ([name, child]) => {
    const sibling = indexOf(child) === undefined ? named.get(name) : undefined
    if (sibling !== undefined) taken.add(sibling)
    return folderEntry(settings, name, child, sibling)
  })
  const single = pages
    .filter((path) => !taken.has(path))
    .map((path): NamedEntry => {
      const own = settings.page(path)
      return { name: nameOf(path), position: own.position ?? last, entry: pageEntry(path, own, []) }
    })
  return [...folders, ...single].sort(compareEntries).map(({ entry }) => entry)
}

/** Whether the pages are in more than `most` folders, each of which would have its own entry. */
export const hasMoreFolders = (pages: ReadonlyArray<string>, most: number): boolean => {
  const folders = new Set<string>()
  for (const page of pages) {
    for (let end = page.lastIndexOf("/"); end > 0; end = page.lastIndexOf("/", end - 1)) {
      const folder = page.slice(0, end)
      if (folders.has(folder)) break
      if (folders.add(folder).size > most) return true
    }
  }
  return false
}

/** The table of contents of an archive without one: its folders, each sorted by position and name. */
export const make = (pages: ReadonlyArray<string>, settings = plain): ReadonlyArray<Outline.Entry> => {
  const root = emptyFolder(settings.root)
  for (const path of pages) ensureFolder(root, path).pages.push(path)
  const index = root.pages.find((path) => settings.page(path).isHome === true) ?? indexOf(root)
  const rest = childrenOf(settings, root, index)
  return index === undefined ? rest : [pageEntry(index, settings.page(index), []), ...rest]
}
