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
  readonly entry: Outline.Entry
}

/** The entry of a folder: its index page, else the sibling page with the same name, else a page without text. */
const folderEntry = (name: string, folder: Folder, sibling: string | undefined): NamedEntry => {
  const index = indexOf(folder)
  const own = index ?? sibling
  const children = childrenOf(folder, index)
  const title = Names.humanized(name)
  return own === undefined
    ? { name, entry: { type: "folder", path: folder.path, title, slug: Names.withoutId(name), children } }
    : { name, entry: { type: "page", path: own, children } }
}

const childrenOf = (folder: Folder, index: string | undefined): ReadonlyArray<Outline.Entry> => {
  const pages = folder.pages.filter((path) => path !== index)
  const named = new Map(pages.toReversed().map((path) => [Names.withoutId(nameOf(path)), path]))
  for (const path of pages.toReversed()) named.set(nameOf(path), path)
  const taken = new Set<string>()
  const folders = Array.from(folder.folders, ([name, child]) => {
    const sibling = indexOf(child) === undefined ? named.get(name) : undefined
    if (sibling !== undefined) taken.add(sibling)
    return folderEntry(name, child, sibling)
  })
  const single = pages
    .filter((path) => !taken.has(path))
    .map((path): NamedEntry => ({ name: nameOf(path), entry: { type: "page", path, children: [] } }))
  return [...folders, ...single]
    .sort((left, right) => Names.compare(left.name, right.name) || Names.compare(left.entry.path, right.entry.path))
    .map(({ entry }) => entry)
}

const nameOf = (path: string) => Names.withoutExtension(Names.basename(path))

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

/** The table of contents of the pages of a folder, all of them by default: its folders, each sorted by name. */
export const make = (pages: ReadonlyArray<string>, within = ""): ReadonlyArray<Outline.Entry> => {
  const root = emptyFolder(within)
  for (const path of pages) ensureFolder(root, path).pages.push(path)
  const index = indexOf(root)
  const rest = childrenOf(root, index)
  return index === undefined ? rest : [{ type: "page", path: index, children: [] }, ...rest]
}
