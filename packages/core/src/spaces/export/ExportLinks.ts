import * as ContentRef from "../../content/document/ContentRef.ts"
import { externalPath } from "./ExportLayout.ts"
import type * as ExportPlan from "./ExportPlan.ts"

const encode = (segment: string): string => encodeURIComponent(segment).replaceAll("(", "%28").replaceAll(")", "%29")

/** The address of a path in a file at another one. */
const relative = (from: string, to: string): string => {
  const above = from.split("/").slice(0, -1)
  const segments = to.split("/")
  let same = 0
  while (same < above.length && same < segments.length - 1 && above[same] === segments[same]) same++
  return [...above.slice(same).map(() => ".."), ...segments.slice(same).map(encode)].join("/")
}

const pathOf = ({ paths }: ExportPlan.Plan, ref: ContentRef.ContentRef): string | undefined => {
  if ("space" in ref && ref.space !== undefined) return undefined
  switch (ref.kind) {
    case "page":
      return paths.pages.get(ref.page)
    case "anchor":
      return paths.pages.get(ref.page ?? "")
    case "file":
      return paths.files.get(ref.file)
    case "reusable-content":
      return paths.reusable.get(ref.reusableContent)
    default:
      return undefined
  }
}

const isOwnAnchor = (ref: ContentRef.ContentRef): boolean =>
  ref.kind === "anchor" && ref.page === undefined && ref.space === undefined

/**
 * The form of a reference in a file: a relative path if the target is in the export, otherwise its id (rule
 * export-links).
 */
export const urlOf = (plan: ExportPlan.Plan, from: string, ref: ContentRef.ContentRef): string => {
  const url = ContentRef.toUrl(ref)
  if (ref.kind === "url" || isOwnAnchor(ref)) return url
  const path = pathOf(plan, ref)
  if (path === undefined) return `${externalPath}${url}`
  return ref.kind === "anchor" ? `${relative(from, path)}#${encodeURIComponent(ref.anchor)}` : relative(from, path)
}

/** The same for many, by `ContentRef.toUrl`. */
export const urlsOf = (
  plan: ExportPlan.Plan,
  from: string,
  refs: Iterable<ContentRef.ContentRef>
): { readonly [ref: string]: string } =>
  Object.fromEntries(
    Array.from(refs)
      .filter(({ kind }) => kind !== "url")
      .map((ref) => [ContentRef.toUrl(ref), urlOf(plan, from, ref)])
  )
