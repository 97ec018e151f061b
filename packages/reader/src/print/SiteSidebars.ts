import { type Customization, type Publications, PublishedPages } from "@quire/core"
import { Effect } from "effect"
import type { Html } from "../html/Html.ts"
import * as Sidebar from "../page/Sidebar.ts"
import { ReaderOptions } from "../ReaderOptions.ts"
import * as RenderCache from "./RenderCache.ts"

/** How entries are drawn. */
interface Look {
  readonly customization: Customization.Customization
  readonly icon: (name: string) => Html
}

/** Prepares tables of contents, each once for all who see the same. */
export interface SiteSidebars {
  readonly read: (
    publication: Publications.Publication,
    siteSpace: string,
    look: Look
  ) => Effect.Effect<Sidebar.Sidebar, PublishedPages.PublishedPageNotFound>
}

/** Share of the render cache that sidebars may use. */
const share = 0.25

const isSidebar = (made: unknown): made is Sidebar.Sidebar => made !== undefined

export const make: Effect.Effect<SiteSidebars, never, PublishedPages.PublishedPages> = Effect.gen(function* () {
  const pages = yield* PublishedPages.PublishedPages
  const { cachedBytes } = yield* ReaderOptions
  const kept = RenderCache.make(cachedBytes * share, isSidebar, ({ bytes }) => bytes)
  return {
    read: (publication, siteSpace, { customization, icon }) =>
      kept.read(publication, `sidebar ${siteSpace}`, (watched) =>
        Effect.map(pages.contents(watched, siteSpace), (contents) =>
          Sidebar.prepare(contents, { site: { customization }, icon })
        )
      )
  }
})
