import { Links } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

interface InRequest {
  readonly spaceId: string
  readonly changeRequestId: string
}

const primary = ({ spaceId }: Pick<InRequest, "spaceId">) => ({ space: spaceId })
const requested = ({ changeRequestId, spaceId }: InRequest) => ({ space: spaceId, changeRequest: changeRequestId })

export const layer = HandlerGroup.layer(
  Api,
  "links",
  Effect.map(Links.Links, (links) => ({
    listSpaceLinks: ({ params: path, query: { status, ...page } }) => links.list(primary(path), { status }, page),
    listChangeRequestLinks: ({ params: path, query: { brokenContext, status, ...page } }) =>
      links.list(requested(path), { status, brokenContext }, page),
    listPageLinksInSpace: ({ params: path, query: { status, ...page } }) =>
      links.ofPage(primary(path), path.pageId, { status }, page),
    listPageLinksInChangeRequest: ({ params: path, query: urlParams }) =>
      links.ofPage(requested(path), path.pageId, {}, urlParams),
    listPageBacklinks: ({ params: path, query: urlParams }) =>
      links.pageBacklinks(primary(path), path.pageId, urlParams),
    listPageBacklinksInChangeRequest: ({ params: path, query: urlParams }) =>
      links.pageBacklinks(requested(path), path.pageId, urlParams),
    listFileBacklinks: ({ params: path, query: urlParams }) =>
      links.fileBacklinks(primary(path), path.fileId, urlParams),
    listFileBacklinksInChangeRequest: ({ params: path, query: urlParams }) =>
      links.fileBacklinks(requested(path), path.fileId, urlParams),
    listReusableContentBacklinks: ({ params: path, query: urlParams }) =>
      links.reusableContentBacklinks(primary(path), path.reusableContentId, urlParams),
    listReusableContentBacklinksInChangeRequest: ({ params: path, query: urlParams }) =>
      links.reusableContentBacklinks(requested(path), path.reusableContentId, urlParams),
    getPageMetaLinks: ({ params: path }) => links.metaLinks(primary(path), path.pageId)
  }))
)
