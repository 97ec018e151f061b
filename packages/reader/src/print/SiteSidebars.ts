import { type Customization, type Publications, PublishedPages } from "@quire/core"
import { Effect } from "effect"
import type { Html } from "../html/Html.ts"
import * as Sidebar from "../page/Sidebar.ts"

/** How entries are drawn. */
interface Look {
  readonly customization: Customization.Customization
  readonly icon: (name: string) => Html
}

/** Prepares tables of contents. */
export interface SiteSidebars {
  readonly read: (
    publication: Publications.Publication,
    siteSpace: string,
    look: Look
  ) => Effect.Effect<Sidebar.Sidebar, PublishedPages.PublishedPageNotFound>
}

export const make: Effect.Effect<SiteSidebars, never, PublishedPages.PublishedPages> = Effect.map(
  PublishedPages.PublishedPages,
  (pages) => ({
    read: (publication, siteSpace, { customization, icon }) =>
      Effect.map(pages.contents(publication, siteSpace), (contents) =>
        Sidebar.prepare({ contents, customization }, icon)
      )
  })
)
