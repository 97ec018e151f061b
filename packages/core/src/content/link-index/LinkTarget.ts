import { digest } from "../../foundation/secret/Secrets.ts"
import type { ContentRef } from "../document/ContentRef.ts"

/** What holds a link: a page or a reusable content of a space. */
export interface LinkHolder {
  readonly space: string
  readonly kind: "page" | "reusable-content"
  readonly owner: string
}

/** What a link leads to, with the space named that a reference may leave out. */
export type LinkTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly space: string; readonly file: string }
  | { readonly kind: "page"; readonly space: string; readonly page: string; readonly anchor?: string }
  | { readonly kind: "reusable-content"; readonly space: string; readonly reusableContent: string }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "openapi"; readonly spec: string }

const ofAnchor = (ref: Extract<ContentRef, { kind: "anchor" }>, holder: LinkHolder): LinkTarget => {
  const space = ref.space ?? holder.space
  if (ref.page !== undefined) return { kind: "page", space, page: ref.page, anchor: ref.anchor }
  if (space !== holder.space) return { kind: "space", space }
  return holder.kind === "page"
    ? { kind: "page", space, page: holder.owner, anchor: ref.anchor }
    : { kind: "reusable-content", space, reusableContent: holder.owner }
}

/** Where a reference leads from its holder; an anchor in a reusable content stands for the content it is in. */
export const of = (ref: ContentRef, holder: LinkHolder): LinkTarget => {
  switch (ref.kind) {
    case "anchor":
      return ofAnchor(ref, holder)
    case "page":
      return { kind: "page", space: ref.space ?? holder.space, page: ref.page }
    case "reusable-content":
      return { kind: "reusable-content", space: ref.space ?? holder.space, reusableContent: ref.reusableContent }
    case "file":
      return { kind: "file", space: holder.space, file: ref.file }
    default:
      return ref
  }
}

/** The space whose content decides whether the target is there; undefined where no content does. */
export const contentSpace = (target: LinkTarget): string | undefined =>
  target.kind === "page" || target.kind === "file" || target.kind === "reusable-content" ? target.space : undefined

/** Those of the targets that some content decides on, by its space. */
export const byContent = <A extends LinkTarget>(targets: Iterable<A>): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const target of targets) {
    const space = contentSpace(target)
    if (space === undefined) continue
    const group = groups.get(space)
    if (group === undefined) groups.set(space, [target])
    else group.push(target)
  }
  return groups
}

/** Longer keys are digested, so that an index holds them. */
const longest = 200

const key = (...parts: ReadonlyArray<string>): string => {
  const text = JSON.stringify(parts)
  return text.length <= longest ? text : digest(text)
}

/** One key for each page, file and reusable content: what backlinks are looked up by. */
export const pageKey = (space: string, page: string): string => key("page", space, page)
export const fileKey = (space: string, file: string): string => key("file", space, file)
export const reusableKey = (space: string, id: string): string => key("reusable-content", space, id)
/** Held by whatever links to an anchor of the page. */
export const anchorsKey = (space: string, page: string): string => key("anchors", space, page)

/** Equal for targets that are the same, anchors told apart. */
export const keyOf = (target: LinkTarget): string => {
  switch (target.kind) {
    case "page":
      return target.anchor === undefined
        ? pageKey(target.space, target.page)
        : key("anchor", target.space, target.page, target.anchor)
    case "file":
      return fileKey(target.space, target.file)
    case "reusable-content":
      return reusableKey(target.space, target.reusableContent)
    case "url":
      return key("url", target.url)
    case "space":
      return key("space", target.space)
    case "collection":
      return key("collection", target.collection)
    case "user":
      return key("user", target.user)
    case "openapi":
      return key("openapi", target.spec)
  }
}

const isSelf = (target: LinkTarget, { kind, owner, space }: LinkHolder): boolean =>
  kind === "page" && target.kind === "page" && target.page === owner && target.space === space

/** The keys under which a holder is found from what it links to; its links to itself are nobody's backlinks. */
export const lookupKeys = (target: LinkTarget, holder: LinkHolder): ReadonlyArray<string> => {
  if (isSelf(target, holder)) return []
  switch (target.kind) {
    case "page": {
      const { anchor, page, space } = target
      return anchor === undefined ? [pageKey(space, page)] : [pageKey(space, page), anchorsKey(space, page)]
    }
    case "file":
    case "reusable-content":
      return [keyOf(target)]
    default:
      return []
  }
}
