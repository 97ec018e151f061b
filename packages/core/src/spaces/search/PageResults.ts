import { Effect } from "effect"
import type { PageHit, SectionHit } from "../../content/search-index/SearchIndex.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as PageLocation from "../../content/tree/PageLocation.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type * as Root from "../../content/tree/Root.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import type { ResultForm, ShownSection } from "./ResultForm.ts"

const toShownSections = (
  hits: ReadonlyArray<SectionHit>,
  excerpt: (text: string) => string
): ReadonlyArray<ShownSection> => {
  const sections: Array<ShownSection> = []
  for (const { section, shown } of hits) {
    if (shown !== undefined) sections.push({ section, title: shown.title, body: excerpt(shown.text) })
  }
  return sections
}

/** Creates results from hits in a root; the positions of their pages are cached. */
export const maker = Effect.gen(function* () {
  const addresses = yield* Addresses
  const cache = yield* NodeCache

  const locate = Effect.fnUntraced(function* (root: Root.Root, ids: ReadonlyArray<string>) {
    const { hash, reader } = root
    const places = new Map<string, PageLocation.PageLocation>()
    for (const [id, { page, path }] of yield* PagePath.locate(root, ids)) {
      if (page.type !== "document") continue
      const place = PageLocation.make({
        id,
        title: page.title,
        path,
        app: `${addresses.app}/s/${reader.space}/p/${id}`
      })
      cache.putPlace(reader.space, hash, place)
      places.set(id, place)
    }
    return places
  })

  /** Results with titles and paths of the root; pages that are no longer in it are omitted. */
  return Effect.fnUntraced(function* <P>(
    root: Root.Root,
    hits: ReadonlyArray<PageHit>,
    excerpt: (text: string) => string,
    form: Pick<ResultForm<P, unknown>, "page">
  ) {
    const known = hits.map(({ page }) => cache.place(root.reader.space, root.hash, page))
    const unknown = hits.filter((_, at) => known[at] === undefined).map(({ page }) => page)
    const found = yield* locate(root, unknown)
    const results: Array<P> = []
    for (const [at, { page, sections }] of hits.entries()) {
      const place = known[at] ?? found.get(page)
      if (place !== undefined) results.push(form.page(place, toShownSections(sections, excerpt)))
    }
    return results
  })
})
