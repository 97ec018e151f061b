import type { ChangeRequest, ListPage } from "@quire/client"
import { queryOptions } from "@tanstack/react-query"
import { spaceOfAppUrl } from "./Addresses.ts"
import { api } from "./Client.ts"
import { type ListCursor, listOptions } from "./Lists.ts"

/** Which change requests a list shows. */
export type ReviewFilter = "open" | "mine" | "waiting" | "all"

export const reviewFilters: ReadonlyArray<ReviewFilter> = ["open", "mine", "waiting", "all"]

/** Where change requests are listed, and for whom. */
export interface ChangeRequestListing {
  readonly organization: string
  /** Only those of one space. */
  readonly space?: string | undefined
  readonly filter: ReviewFilter
  readonly user: string
}

/** Whether a member's review of a change request is requested and was not given since. */
const isWaitingFor = async (request: ChangeRequest, user: string): Promise<boolean> => {
  const spaceId = spaceOfAppUrl(request.urls.app)
  if (spaceId === undefined) return false
  const requested = api.reviews.listRequestedReviewers({ spaceId, changeRequestId: request.id })
  for await (const reviewer of requested.items()) if (reviewer.user.id === user) return true
  return false
}

const readPage = (
  { filter, organization, space, user }: ChangeRequestListing,
  cursor: ListCursor,
  options: { readonly signal: AbortSignal }
): Promise<ListPage<ChangeRequest>> => {
  const isOfOneStatus = filter === "open" || filter === "waiting"
  if (space !== undefined && filter !== "mine") {
    const status = isOfOneStatus ? { status: "open" as const } : {}
    return api.changeRequests.list({ spaceId: space, ...status, ...cursor }, options)
  }
  return api.changeRequestsOfOrganizations.listChangeRequestsInOrganization(
    {
      organizationId: organization,
      ...(isOfOneStatus ? { status: ["open"] as const } : {}),
      ...(filter === "mine" ? { creator: user } : {}),
      ...cursor
    },
    options
  )
}

/**
 * Change requests by a filter. The API lists neither those that wait for a member's review nor those of one creator in
 * one space, so each page of a longer list is filtered here.
 */
export const changeRequestsQuery = (listing: ChangeRequestListing) =>
  listOptions(
    ["change-requests", listing.organization, listing.space ?? "", listing.filter],
    async (cursor, options) => {
      const page = await readPage(listing, cursor, options)
      if (listing.filter === "waiting") {
        const isWaiting = await Promise.all(page.items.map((request) => isWaitingFor(request, listing.user)))
        return { ...page, items: page.items.filter((_, index) => isWaiting[index]) }
      }
      if (listing.filter !== "mine" || listing.space === undefined) return page
      return { ...page, items: page.items.filter(({ urls }) => spaceOfAppUrl(urls.app) === listing.space) }
    },
    20
  )

/** The change requests of a space that a member created and has neither merged nor archived, latest change first. */
export const ownChangeRequestsQuery = (organizationId: string, space: string, creator: string) =>
  queryOptions({
    queryKey: ["change-requests", organizationId, space, "own"],
    queryFn: async ({ signal }) => {
      const parameters = { organizationId, creator, status: ["draft", "open"] as const, limit: 200 }
      const { items } = await api.changeRequestsOfOrganizations.listChangeRequestsInOrganization(parameters, { signal })
      return items
        .filter(({ urls }) => spaceOfAppUrl(urls.app) === space)
        .sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
    },
    staleTime: 0
  })

const keyOf = (space: string, number: string) => ["spaces", space, number]

export const changeRequestQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: [...keyOf(spaceId, changeRequestId), "change-request"],
    queryFn: ({ signal }) => api.changeRequests.get({ spaceId, changeRequestId }, { signal })
  })

export const mergeStatusQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: [...keyOf(spaceId, changeRequestId), "merge-status"],
    queryFn: ({ signal }) => api.changeRequests.getMergeStatus({ spaceId, changeRequestId }, { signal })
  })

export const changesQuery = (spaceId: string, changeRequestId: string) =>
  queryOptions({
    queryKey: [...keyOf(spaceId, changeRequestId), "changes"],
    queryFn: ({ signal }) => api.changes.listInChangeRequest({ spaceId, changeRequestId, limit: 200 }, { signal })
  })

export const reviewsQuery = (spaceId: string, changeRequestId: string) =>
  listOptions([...keyOf(spaceId, changeRequestId), "reviews"], (cursor, options) =>
    api.reviews.list({ spaceId, changeRequestId, format: "markdown", ...cursor }, options)
  )

export const requestedReviewersQuery = (spaceId: string, changeRequestId: string) =>
  listOptions([...keyOf(spaceId, changeRequestId), "requested-reviewers"], (cursor, options) =>
    api.reviews.listRequestedReviewers({ spaceId, changeRequestId, ...cursor }, options)
  )

export const commentsQuery = (spaceId: string, changeRequestId: string) =>
  listOptions([...keyOf(spaceId, changeRequestId), "comments"], (cursor, options) =>
    api.changeRequestComments.listInChangeRequest(
      { spaceId, changeRequestId, format: "markdown", status: "all", order: "asc", ...cursor },
      options
    )
  )

export const repliesQuery = (spaceId: string, changeRequestId: string, commentId: string) =>
  listOptions([...keyOf(spaceId, changeRequestId), "comments", commentId, "replies"], (cursor, options) =>
    api.changeRequestComments.listRepliesInChangeRequest(
      { spaceId, changeRequestId, commentId, format: "markdown", ...cursor },
      options
    )
  )
