import { Effect } from "effect"
import type { Document } from "../document/Document.ts"
import * as DocumentText from "../document/DocumentText.ts"
import * as DocumentTree from "../document/DocumentTree.ts"
import * as DocumentNode from "../tree/DocumentNode.ts"
import * as RadixMap from "../tree/RadixMap.ts"
import * as Root from "../tree/Root.ts"
import type { UnjudgedLink } from "./LinkRefs.ts"
import type { LinkState } from "./LinkSource.ts"
import * as LinkTarget from "./LinkTarget.ts"

/** The valid anchors of a document: the anchors of headings, and the keys of all blocks. */
export const anchorsOf = (document: Document): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const { anchor } of DocumentText.headings(document)) names.add(anchor)
  for (const [block] of DocumentTree.walk(document)) if (block.key !== undefined) names.add(block.key)
  return names
}

/**
 * The keys of the targets that exist in the content of a root; reads each map once. Targets in other spaces or outside
 * of content are ignored.
 */
export const findExisting = Effect.fnUntraced(function* (root: Root.Root, targets: Iterable<LinkTarget.LinkTarget>) {
  const inside = Array.from(targets).filter((target) => LinkTarget.contentSpace(target) === root.reader.space)
  const ids = <K extends LinkTarget.LinkTarget["kind"]>(
    kind: K,
    id: (target: Extract<LinkTarget.LinkTarget, { kind: K }>) => string
  ) => {
    const isOfKind = (target: LinkTarget.LinkTarget): target is Extract<LinkTarget.LinkTarget, { kind: K }> =>
      target.kind === kind
    return new Set(inside.filter(isOfKind).map(id))
  }
  const pages = yield* Root.pages(
    root,
    ids("page", ({ page }) => page)
  )
  const files = yield* Root.files(
    root,
    ids("file", ({ file }) => file)
  )
  const reusable = yield* RadixMap.getMany(
    root.reader,
    root.maps.reusable,
    ids("reusable-content", ({ reusableContent }) => reusableContent)
  )
  const hashOf = (id: string) => {
    const page = pages.get(id)
    return page?.type === "document" ? page.document : undefined
  }
  const anchored = inside.flatMap((target) =>
    target.kind === "page" && target.anchor !== undefined ? (hashOf(target.page) ?? []) : []
  )
  const anchors = new Map(
    yield* DocumentNode.forEach(
      root.reader,
      [...new Set(anchored)],
      (hash) => hash,
      (hash, document) => [hash, document === undefined ? new Set<string>() : anchorsOf(document)] as const
    )
  )
  const has = (target: LinkTarget.LinkTarget): boolean => {
    if (target.kind === "file") return files.has(target.file)
    if (target.kind === "reusable-content") return reusable.has(target.reusableContent)
    if (target.kind !== "page" || !pages.has(target.page)) return false
    return target.anchor === undefined || anchors.get(hashOf(target.page) ?? "")?.has(target.anchor) === true
  }
  return new Set(inside.filter(has).map(LinkTarget.keyOf))
})

const isOfApp = (url: string, app: string): boolean =>
  url === app || ["/", "#", "?"].some((next) => url.startsWith(app + next))

/** Resolves a link of a holder; `found` are the keys of the targets that exist in the content of its space. */
export const judge = (
  { ref }: UnjudgedLink,
  holder: LinkTarget.LinkHolder,
  { app, found }: { readonly app: string; readonly found: ReadonlySet<string> }
): LinkState => {
  const target = LinkTarget.fromRef(ref, holder)
  if (target.kind === "url") return isOfApp(target.url, app) ? "in-app" : "ok"
  if (LinkTarget.contentSpace(target) !== holder.space) return "elsewhere"
  return found.has(LinkTarget.keyOf(target)) ? "ok" : "broken"
}
