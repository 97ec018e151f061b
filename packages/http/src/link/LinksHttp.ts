import { HttpApiBuilder } from "@effect/platform"
import { Links } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

interface InRequest {
  readonly spaceId: string
  readonly changeRequestId: string
}

const primary = ({ spaceId }: Pick<InRequest, "spaceId">) => ({ space: spaceId })
const requested = ({ changeRequestId, spaceId }: InRequest) => ({ space: spaceId, changeRequest: changeRequestId })

export const layer = HttpApiBuilder.group(Api, "links", (handlers) =>
  Effect.map(Links.Links, (links) =>
    handlers
      .handle("listSpaceLinks", ({ path, urlParams: { status, ...page } }) =>
        onWire(links.list(primary(path), { status }, page))
      )
      .handle("listChangeRequestLinks", ({ path, urlParams: { brokenContext, status, ...page } }) =>
        onWire(links.list(requested(path), { status, brokenContext }, page))
      )
      .handle("listPageLinksInSpace", ({ path, urlParams: { status, ...page } }) =>
        onWire(links.ofPage(primary(path), path.pageId, { status }, page))
      )
      .handle("listPageLinksInChangeRequest", ({ path, urlParams }) =>
        onWire(links.ofPage(requested(path), path.pageId, {}, urlParams))
      )
      .handle("listPageBacklinks", ({ path, urlParams }) =>
        onWire(links.pageBacklinks(primary(path), path.pageId, urlParams))
      )
      .handle("listPageBacklinksInChangeRequest", ({ path, urlParams }) =>
        onWire(links.pageBacklinks(requested(path), path.pageId, urlParams))
      )
      .handle("listFileBacklinks", ({ path, urlParams }) =>
        onWire(links.fileBacklinks(primary(path), path.fileId, urlParams))
      )
      .handle("listFileBacklinksInChangeRequest", ({ path, urlParams }) =>
        onWire(links.fileBacklinks(requested(path), path.fileId, urlParams))
      )
      .handle("listReusableContentBacklinks", ({ path, urlParams }) =>
        onWire(links.reusableContentBacklinks(primary(path), path.reusableContentId, urlParams))
      )
      .handle("listReusableContentBacklinksInChangeRequest", ({ path, urlParams }) =>
        onWire(links.reusableContentBacklinks(requested(path), path.reusableContentId, urlParams))
      )
      .handle("getPageMetaLinks", ({ path }) => onWire(links.metaLinks(primary(path), path.pageId)))
  )
)
