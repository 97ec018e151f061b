import { digest } from "../../foundation/secret/Secrets.ts"
import type { ContentRef } from "../document/ContentRef.ts"

/** The holder of a link: a page or a reusable content of a space. */
export interface LinkHolder {
  readonly space: string
  readonly kind: "page" | "reusable-content"
  readonly owner: string
}

/** The target of a link, with the space that the reference may omit. */
export type LinkTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "file"; readonly space: string; readonly file: string }
  | { readonly kind: "page"; readonly space: string; readonly page: string; readonly anchor?: string }
  | { readonly kind: "reusable-content"; readonly space: string; readonly reusableContent: string }
  | { readonly kind: "space"; readonly space: string }
  | { readonly kind: "collection"; readonly collection: string }
  | { readonly kind: "user"; readonly user: string }
  | { readonly kind: "openapi"; readonly spec: string }

const fromAnchor = (ref: Extract<ContentRef, { kind: "anchor" }>, holder: LinkHolder): LinkTarget => {
  const space = ref.space ?? holder.space
  if (ref.page !== undefined) return { kind: "page", space, page: ref.page, anchor: ref.anchor }
  if (space !== holder.space) return { kind: "space", space }
  return holder.kind === "page"
    ? { kind: "page", space, page: holder.owner, anchor: ref.anchor }
    : { kind: "reusable-content", space, reusableContent: holder.owner }
}

/** The target of a reference in its holder; an anchor in a reusable content refers to the whole content. */
export const fromRef = (ref: ContentRef, holder: LinkHolder): LinkTarget => {
  switch (ref.kind) {
    case "anchor":
      return fromAnchor(ref, holder)
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

/** The space whose content decides whether the target exists; undefined if no content does. */
export const contentSpace = (target: LinkTarget): string | undefined =>
  target.kind === "page" || target.kind === "file" || target.kind === "reusable-content" ? target.space : undefined

/** Groups targets by the space whose content decides on them; others are omitted. */
export const groupBySpace = <A extends LinkTarget>(targets: Iterable<A>): ReadonlyMap<string, ReadonlyArray<A>> => {
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

/** Longer keys are hashed, so that they fit into an index. */
const longest = 200

const makeKey = (...parts: ReadonlyArray<string>): string => {
  const text = JSON.stringify(parts)
  return text.length <= longest ? text : digest(text)
}

/** Keys of pages, files and reusable contents, for looking up backlinks. */
export const pageKey = (space: string, page: string): string => makeKey("page", space, page)
export const fileKey = (space: string, file: string): string => makeKey("file", space, file)
export const reusableKey = (space: string, id: string): string => makeKey("reusable-content", space, id)
/** Key of everything that links to an anchor of the page. */
export const anchorsKey = (space: string, page: string): string => makeKey("anchors", space, page)

/** Equal for equal targets; anchors are distinct. */
export const keyOf = (target: LinkTarget): string => {
  switch (target.kind) {
    case "page":
      return target.anchor === undefined
        ? pageKey(target.space, target.page)
        : makeKey("anchor", target.space, target.page, target.anchor)
    case "file":
      return fileKey(target.space, target.file)
    case "reusable-content":
      return reusableKey(target.space, target.reusableContent)
    case "url":
      return makeKey("url", target.url)
    case "space":
      return makeKey("space", target.space)
    case "collection":
      return makeKey("collection", target.collection)
    case "user":
      return makeKey("user", target.user)
    case "openapi":
      return makeKey("openapi", target.spec)
  }
}

const isSelf = (target: LinkTarget, { kind, owner, space }: LinkHolder): boolean =>
  kind === "page" && target.kind === "page" && target.page === owner && target.space === space

/** The keys by which a holder is found from a target; links to itself are not backlinks. */
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
