import { queryOptions } from "@tanstack/react-query"
import { api } from "./Client.ts"
import { listOptions } from "./Lists.ts"

/** The status of the links of a list. */
export type LinkListStatus = "broken" | "ok" | "in-app"

export const filesQuery = (spaceId: string) =>
  listOptions(["spaces", spaceId, "primary", "files"], (cursor, options) =>
    api.content.listFiles({ spaceId, ...cursor }, options)
  )

/** What is used in a space: a file or a reusable content. */
export interface UsedContent {
  readonly space: string
  readonly kind: "file" | "reusable-content"
  readonly id: string
}

export const usesQuery = ({ id, kind, space: spaceId }: UsedContent) =>
  listOptions(["spaces", spaceId, "primary", "uses", kind, id], (cursor, options) =>
    kind === "file"
      ? api.links.listFileBacklinks({ spaceId, fileId: id, ...cursor }, options)
      : api.links.listReusableContentBacklinks({ spaceId, reusableContentId: id, ...cursor }, options)
  )

export const linksQuery = (spaceId: string, status: LinkListStatus) =>
  listOptions(["spaces", spaceId, "primary", "links", status], (cursor, options) =>
    api.links.listSpaceLinks({ spaceId, status, ...cursor }, options)
  )

/** Numbers of the links of a space, without the links. */
export const linkStatsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["spaces", spaceId, "primary", "link-stats"],
    queryFn: async ({ signal }) => (await api.links.listSpaceLinks({ spaceId, limit: 0 }, { signal })).stats
  })

/** A reusable content with its text, which is undefined while it has none. */
export const reusableContentQuery = (spaceId: string, reusableContentId: string) =>
  queryOptions({
    queryKey: ["spaces", spaceId, "primary", "reusable", reusableContentId],
    queryFn: async ({ signal }) => {
      const content = await api.content.getReusableContent({ spaceId, reusableContentId }, { signal })
      const { document: documentId } = content
      const text =
        documentId === undefined ? undefined : await api.content.getDocument({ spaceId, documentId }, { signal })
      return { content, text }
    }
  })
