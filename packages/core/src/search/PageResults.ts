import { Effect } from "effect"
import { Addresses } from "../Addresses.ts"
import { NodeCache } from "../content/NodeCache.ts"
import * as PagePath from "../content/PagePath.ts"
import type * as Root from "../content/Root.ts"
import * as Place from "./Place.ts"
import type { ResultForm } from "./ResultForm.ts"
import type { PageHit } from "./SearchIndex.ts"

/** Makes results of hits in a root: where their pages are is worked out once for as long as it is remembered. */
export const maker = Effect.gen(function* () {
  const addresses = yield* Addresses
  const cache = yield* NodeCache

  const locate = Effect.fnUntraced(function* (root: Root.Root, ids: ReadonlyArray<string>) {
    const { hash, reader } = root
    const places = new Map<string, Place.Place>()
    for (const [id, { page, path }] of yield* PagePath.located(root, ids)) {
      if (page.type !== "document") continue
      const place = Place.make({ id, title: page.title, path, app: `${addresses.app}/s/${reader.space}/p/${id}` })
      cache.putPlace(reader.space, hash, place)
      places.set(id, place)
    }
    return places
  })

  /** Hits with what they show; titles and paths are those of the root, and a page that is gone from it is left out. */
  return Effect.fnUntraced(function* <P, S>(
    root: Root.Root,
    hits: ReadonlyArray<PageHit>,
    excerpt: (text: string) => string,
    form: ResultForm<P, S>
  ) {
    const known = hits.map(({ page }) => cache.place(root.reader.space, root.hash, page))
    const unknown = hits.filter((_, at) => known[at] === undefined)
    const found = yield* locate(
      root,
      unknown.map(({ page }) => page)
    )
    return hits.flatMap(({ page, sections }, at) => {
      const place = known[at] ?? found.get(page)
      if (place === undefined) return []
      const shown = sections.flatMap(({ section, shown }) =>
        shown === undefined ? [] : [{ section, title: shown.title, body: excerpt(shown.text) }]
      )
      return [form.page(place, shown)]
    })
  })
})
