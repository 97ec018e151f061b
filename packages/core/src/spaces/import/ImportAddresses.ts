import { Effect } from "effect"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import * as RadixMap from "../../content/tree/RadixMap.ts"
import * as Root from "../../content/tree/Root.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type { ImportedPage, ImportedRedirect } from "./Importer.ts"
import type * as ImportPlan from "./ImportPlan.ts"

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An address as `PagePath.find` looks it up; empty for the root. */
const normalize = (address: string): string =>
  decode(address.split(/[?#]/, 1).join(""))
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/")
    .replace(/\.(?:md|html?)$/i, "")

interface Addresses {
  readonly pages: ReadonlyArray<ImportedPage>
  readonly redirects: ReadonlyArray<ImportedRedirect>
  readonly ids: ImportPlan.AssignedIds
  /** The assigned slugs by page id. */
  readonly slugs: ReadonlyMap<string, string>
}

/** Page ids by the key of each address of the source that is not the path of a page. */
const keysOf = ({ ids, pages, redirects, slugs }: Addresses): ReadonlyMap<string, string> => {
  const paths = new Set<string>()
  const wishes: Array<readonly [address: string, id: string]> = []
  const walk = (entries: ReadonlyArray<ImportedPage>, above: string): void => {
    for (const entry of entries) {
      const id = ids.pages.get(entry.path) ?? entry.path
      const slug = slugs.get(id)
      if (entry.type === "link" || slug === undefined) continue
      paths.add(Slug.fold(`${above}${slug}`))
      if (entry.type === "document" && entry.address !== undefined) wishes.push([entry.address, id])
      walk(entry.children, `${above}${slug}/`)
    }
  }
  walk(pages, "")
  for (const { from, page } of redirects) wishes.push([from, ids.pages.get(page) ?? page])
  const keys = new Map<string, string>()
  for (const [wish, id] of wishes) {
    const address = normalize(wish)
    const key = Slug.keyOf(null, address)
    if (address !== "" && !paths.has(Slug.fold(address)) && !keys.has(key)) keys.set(key, id)
  }
  return keys
}

/**
 * Lets every address of a source lead to its page as a former path does (rule page-former-path). Former paths of other
 * pages stay.
 */
export const keep = Effect.fnUntraced(function* (draft: ContentDraft, root: string, addresses: Addresses) {
  const keys = keysOf(addresses)
  if (keys.size === 0) return root
  const opened = yield* Root.open(draft, root)
  const former = yield* RadixMap.getMany(opened.reader, opened.maps.moved, keys.keys())
  const owners = yield* Root.pages(
    opened,
    Array.from(former.values()).filter((id) => typeof id === "string")
  )
  const isFree = ([key, id]: readonly [string, string]): boolean => {
    const before = former.get(key)
    return typeof before !== "string" || before === id || !owners.has(before)
  }
  return yield* Root.apply(draft, root, { moved: new Map(Array.from(keys).filter(isFree)) })
})
