import { posix } from "node:path"
import type { FolderSettings } from "../generators/FolderSettings.ts"
import type { SiteLayout } from "../generators/SiteLayout.ts"
import * as PercentDecoding from "../text/PercentDecoding.ts"
import * as Names from "./Names.ts"
import type * as Targets from "./Targets.ts"

const encodePath = (path: string): string => `/${path.replace(/[%?#]/g, encodeURIComponent)}`

/** The target that leads to a file of the archive. */
export const targetOf = encodePath

/** The language at the start of an address; a page without a translation is that of the site itself. */
const language = /^[a-z]{2}(?:-[a-z]{2,4})?\//i

const absolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i

/** Paths of the archive that an address of the site may mean. */
const pathsOf = (
  layout: SiteLayout,
  settings: FolderSettings,
  from: string,
  address: string
): ReadonlyArray<string> => {
  const aliased = layout.aliases.find(([prefix]) => address.startsWith(prefix))
  if (aliased !== undefined) return [aliased[1] + address.slice(aliased[0].length)]
  const bare = Names.withoutExtension(address).replace(/\/$/, "")
  const found = (path: string): ReadonlyArray<string> => {
    const page = settings.pageAt(path)
    return page === undefined ? [] : [page]
  }
  if (address.startsWith("/")) {
    const names = [bare, address].map((path) => path.replace(/^\/+/, ""))
    const based = names.flatMap((name) =>
      layout.base !== "" && name.startsWith(layout.base) ? [name.slice(layout.base.length), name] : [name]
    )
    const folders = [layout.docs, ...layout.publicFolders, layout.root]
    return [
      ...based.flatMap((name) => [...found(name), ...found(name.replace(/^docs(?:\/next)?(?:\/|$)/, ""))]),
      ...based.flatMap((name) => folders.map((folder) => folder + name)),
      ...based.flatMap((name) => found(name.replace(language, "")))
    ]
  }
  const [folder, own] = [Names.dirname(from), Names.withoutExtension(from)]
  const places = Names.indexRank(Names.basename(from)) === undefined ? [folder, own, Names.dirname(folder)] : [folder]
  return places.flatMap((place) =>
    [bare, address].flatMap((name) => {
      const path = posix.join(place, name)
      if (path.startsWith("../")) return []
      return [...(path.startsWith(layout.docs) ? found(path.slice(layout.docs.length)) : []), path]
    })
  )
}

/**
 * Resolves targets as the generator of a site serves them: files of its public folders at the root, pages by their
 * address, and what a page refers to from the folder that its address looks like.
 */
export const make =
  (resolve: Targets.Resolve, layout: SiteLayout, settings: FolderSettings): Targets.Resolve =>
  (from, target) => {
    const first = resolve(from, target)
    if (first.kind !== "broken" || absolute.test(target)) return first
    const [, path = "", rest = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(target.trim()) ?? []
    for (const candidate of pathsOf(layout, settings, from, PercentDecoding.decode(path))) {
      const resolved = resolve(from, encodePath(candidate) + rest)
      if (resolved.kind === "inside") return resolved
    }
    return first
  }
