import type { ChangeRequest, ContentEdit, Page, Revision } from "@quire/client"
import { queryOptions } from "@tanstack/react-query"
import { api } from "./Client.ts"
import { listOptions } from "./Lists.ts"

/** The primary content of a space, or that of one of its change requests, by its number or identifier. */
export interface ContentVersion {
  readonly space: string
  readonly changeRequest?: string | undefined
}

const keyOf = ({ changeRequest = "primary", space }: ContentVersion) => ["spaces", space, changeRequest]

export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: ({ signal }) => api.users.getAuthenticatedUser({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY
})

export const organizationsQuery = listOptions(["organizations"], (cursor, options) =>
  api.organizations.list(cursor, options)
)

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["organizations", organizationId],
    queryFn: ({ signal }) => api.organizations.get({ organizationId }, { signal })
  })

export const spacesQuery = (organizationId: string) =>
  listOptions(
    ["organizations", organizationId, "spaces"],
    (cursor, options) => api.spaces.list({ organizationId, ...cursor }, options),
    200
  )

export const deletedSpacesQuery = (organizationId: string) =>
  listOptions(["organizations", organizationId, "deleted-spaces"], (cursor, options) =>
    api.spaces.list({ organizationId, deleted: true, ...cursor }, options)
  )

export const collectionsQuery = (organizationId: string) =>
  listOptions(
    ["organizations", organizationId, "collections"],
    (cursor, options) => api.collections.list({ organizationId, nested: true, ...cursor }, options),
    200
  )

export const membersQuery = (organizationId: string, search: string) =>
  listOptions(["organizations", organizationId, "members", search], (cursor, options) =>
    api.members.list({ organizationId, ...(search === "" ? {} : { search }), ...cursor }, options)
  )

export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ["collections", collectionId],
    queryFn: ({ signal }) => api.collections.get({ collectionId }, { signal })
  })

export const collectionSpacesQuery = (collectionId: string) =>
  listOptions(["collections", collectionId, "spaces"], (cursor, options) =>
    api.spaces.listInCollection({ collectionId, ...cursor }, options)
  )

export const spaceQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ["spaces", spaceId],
    queryFn: ({ signal }) => api.spaces.get({ spaceId }, { signal })
  })

/** Pages of a version with the revision that they are in. */
export const contentQuery = (version: ContentVersion) =>
  queryOptions({
    queryKey: [...keyOf(version), "content"],
    queryFn: ({ signal }): Promise<Revision> =>
      version.changeRequest === undefined
        ? api.content.get({ spaceId: version.space }, { signal })
        : api.contentOfChangeRequests.getContent(
            { spaceId: version.space, changeRequestId: version.changeRequest },
            { signal }
          )
  })

/** A page of a version with its text. */
export const pageQuery = (version: ContentVersion, pageId: string) =>
  queryOptions({
    queryKey: [...keyOf(version), "pages", pageId],
    queryFn: ({ signal }): Promise<Page> =>
      version.changeRequest === undefined
        ? api.content.getPage({ spaceId: version.space, pageId, format: "document" }, { signal })
        : api.contentOfChangeRequests.getPageInChangeRequest(
            { spaceId: version.space, changeRequestId: version.changeRequest, pageId, format: "document" },
            { signal }
          )
  })

/** What an edit returns: the change request that received it, if the primary content cannot be edited directly. */
export interface EditOutcome {
  readonly changeRequest?: ChangeRequest
  readonly created: ReadonlyArray<Page>
  /** Identifiers of the reusable contents that were created. */
  readonly reusableContents: ReadonlyArray<string>
}

/** Saves changes of pages. */
export const editContent = async (version: ContentVersion, body: ContentEdit): Promise<EditOutcome> => {
  const { changeRequest: changeRequestId, space: spaceId } = version
  const result =
    changeRequestId === undefined
      ? await api.content.edit({ spaceId, body })
      : await api.contentOfChangeRequests.editContent({ spaceId, changeRequestId, compat: false, body })
  if (!("changes" in result)) return { created: [], reusableContents: [] }
  const created = result.changes.flatMap((change) => (change.object === "created_page" ? [change.page] : []))
  const reusableContents = result.insertedReusableContents
  return changeRequestId !== undefined || result.changeRequest === undefined
    ? { created, reusableContents }
    : { created, reusableContents, changeRequest: result.changeRequest }
}

export const revisionsQuery = (spaceId: string) =>
  listOptions(["spaces", spaceId, "revisions"], (cursor, options) =>
    api.revisions.list({ spaceId, ...cursor }, options)
  )

export const revisionQuery = (spaceId: string, revisionId: string) =>
  queryOptions({
    queryKey: ["revisions", spaceId, revisionId],
    queryFn: ({ signal }) => api.revisions.get({ spaceId, revisionId }, { signal })
  })

export const revisionChangesQuery = (spaceId: string, revisionId: string) =>
  queryOptions({
    queryKey: ["revisions", spaceId, revisionId, "changes"],
    queryFn: ({ signal }) => api.changes.listInRevision({ spaceId, revisionId, limit: 200 }, { signal })
  })

/** Pages of a space by the words of a search. */
export const searchQuery = (organizationId: string, query: string) =>
  queryOptions({
    queryKey: ["organizations", organizationId, "search", query],
    queryFn: async ({ signal }) => api.organizations.search({ organizationId, query, limit: 10 }, { signal }),
    enabled: query !== "" && organizationId !== ""
  })
