import * as SiteTargets from "../import/SiteTargets.ts"
import type * as Targets from "../import/Targets.ts"
import * as BookStackBook from "./BookStackBook.ts"
import * as ConfluenceSpace from "./ConfluenceSpace.ts"
import * as NotionExport from "./NotionExport.ts"
import * as OutlineExport from "./OutlineExport.ts"
import * as ProductLayout from "./ProductLayout.ts"
import * as SavedPages from "./SavedPages.ts"

const readers: ReadonlyArray<ProductLayout.ReadLayout> = [
  ConfluenceSpace.read,
  BookStackBook.read,
  OutlineExport.read,
  NotionExport.read,
  SavedPages.read
]

/** The layout of a source, which is that of a plain folder unless a product has written it (rule import-products). */
export const read = (source: ProductLayout.ProductSource) => ProductLayout.read(source, readers)

/** Resolves targets also as the product means them that has written them. */
export const resolver = (resolve: Targets.Resolve, { pathOf }: ProductLayout.ProductLayout): Targets.Resolve => {
  if (pathOf === undefined) return resolve
  return (from, target) => {
    const first = resolve(from, target)
    const path = first.kind === "inside" ? undefined : pathOf(from, target)
    if (path === undefined) return first
    const anchor = target.includes("#") ? target.slice(target.indexOf("#")) : ""
    const resolved = resolve(from, SiteTargets.targetOf(path) + anchor)
    return resolved.kind === "inside" ? resolved : first
  }
}
