import { Effect } from "effect"
import * as ContentRef from "../../content/document/ContentRef.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PageTree from "../../content/tree/PageTree.ts"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import type { Publication } from "../publication/Publications.ts"
import * as PageFacts from "./PageFacts.ts"
import * as PagePlaces from "./PagePlaces.ts"
import type * as PublishedPage from "./PublishedPage.ts"
import type { Targets } from "./PublishedPage.ts"
import * as References from "./References.ts"

type Tree = Page.PageTree

/** Work of one entry, in the units of `Slices`. */
const entryWork = 4

const isHidden = ({ page }: Tree): boolean => page.type === "computed" || page.hidden

/** The targets of links among pages that are not hidden. */
const listLinks = (trees: ReadonlyArray<Tree>): ReadonlyArray<ContentRef.ContentRef> =>
  trees.flatMap((tree): ReadonlyArray<ContentRef.ContentRef> => {
    if (isHidden(tree)) return []
    return tree.page.type === "link" ? [tree.page.target] : listLinks(tree.pages)
  })

const linkFields = (
  target: ContentRef.ContentRef,
  targets: Targets
): Pick<PublishedPage.Entry, "path" | "url"> | undefined => {
  if (target.kind === "url") return { url: target.url }
  const key = ContentRef.toUrl(target)
  const found = Object.hasOwn(targets, key) ? targets[key] : undefined
  return found && { path: found.path }
}

const shared = ({ emoji, icon, id, title }: Page.Page) => ({
  id,
  title,
  ...(emoji === undefined ? {} : { emoji }),
  ...(icon === undefined ? {} : { icon })
})

function* listEntries(
  publication: Publication,
  at: PagePlaces.OpenedPlace,
  trees: ReadonlyArray<Tree>,
  targets: Targets
): Slices.Steps<ReadonlyArray<PublishedPage.Entry>> {
  const entries: Array<PublishedPage.Entry> = []
  for (const tree of trees) {
    const { page, path = "" } = tree
    yield entryWork
    if (isHidden(tree)) continue
    if (page.type === "link") {
      const leads = linkFields(page.target, targets)
      if (leads !== undefined) entries.push({ ...shared(page), type: "link", ...leads, pages: [] })
    } else if (page.type === "group") {
      const pages = yield* listEntries(publication, at, tree.pages, targets)
      entries.push({ ...shared(page), type: "group", pages })
    } else if (page.type === "document") {
      const { path: address, textPath } = PagePlaces.ofPath(publication, at, page.id, path)
      entries.push({
        ...shared(page),
        type: "document",
        path: address,
        textPath,
        ...(page.description === undefined ? {} : { description: page.description }),
        robots: PageFacts.robotsOf(publication, page),
        ...PageFacts.timeOf(publication, page),
        pages: yield* listEntries(publication, at, tree.pages, targets)
      })
    }
  }
  return entries
}

/** The pages of a site space that are part of the reading order, nested and in order (rule publication-contents). */
export const read = Effect.fnUntraced(function* (here: References.Here, at: PagePlaces.OpenedPlace) {
  const trees = yield* PageTree.read(at.root)
  const targets = yield* References.resolve(here, listLinks(trees))
  return yield* Slices.run(listEntries(here.publication, at, trees, targets))
})
