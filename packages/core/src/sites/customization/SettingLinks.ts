import type { ContentRef } from "../../content/document/ContentRef.ts"
import type { Customization } from "./Customization.ts"

/** Whether a reference needs no context: settings belong to no space and no page (rule customization-links). */
export const isWhole = (ref: ContentRef): boolean => {
  if (ref.kind === "file") return false
  if (ref.kind === "anchor") return ref.page !== undefined && ref.space !== undefined
  return (ref.kind !== "page" && ref.kind !== "reusable-content") || ref.space !== undefined
}

/** The references of the links of a header, a footer and an announcement. */
export const listRefs = ({ announcement, footer, header }: Customization): ReadonlyArray<ContentRef> =>
  [
    ...header.links.flatMap(({ links, to }) => [to, ...links.map((link) => link.to)]),
    ...footer.groups.flatMap(({ links }) => links.map(({ to }) => to)),
    announcement?.link?.to ?? null
  ].filter((ref) => ref !== null)
