import { Links } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

interface InRequest {
  readonly spaceId: string
  readonly changeRequestId: string
}

const primary = ({ spaceId }: Pick<InRequest, "spaceId">) => ({ space: spaceId })
const requested = ({ changeRequestId, spaceId }: InRequest) => ({ space: spaceId, changeRequest: changeRequestId })

export const layer = HandlerGroup.layer(Api, "links", (handlers) =>
  capturing(
    Effect.map(Links.Links, (links) =>
      handlers
        .handle(
          "listSpaceLinks",
          answering(({ params: path, query: { status, ...page } }) =>
            onWire(links.list(primary(path), { status }, page))
          )
        )
        .handle(
          "listChangeRequestLinks",
          answering(({ params: path, query: { brokenContext, status, ...page } }) =>
            onWire(links.list(requested(path), { status, brokenContext }, page))
          )
        )
        .handle(
          "listPageLinksInSpace",
          answering(({ params: path, query: { status, ...page } }) =>
            onWire(links.ofPage(primary(path), path.pageId, { status }, page))
          )
        )
        .handle(
          "listPageLinksInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(links.ofPage(requested(path), path.pageId, {}, urlParams))
          )
        )
        .handle(
          "listPageBacklinks",
          answering(({ params: path, query: urlParams }) =>
            onWire(links.pageBacklinks(primary(path), path.pageId, urlParams))
          )
        )
        .handle(
          "listPageBacklinksInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(links.pageBacklinks(requested(path), path.pageId, urlParams))
          )
        )
        .handle(
          "listFileBacklinks",
          answering(({ params: path, query: urlParams }) =>
            onWire(links.fileBacklinks(primary(path), path.fileId, urlParams))
          )
        )
        .handle(
          "listFileBacklinksInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(links.fileBacklinks(requested(path), path.fileId, urlParams))
          )
        )
        .handle(
          "listReusableContentBacklinks",
          answering(({ params: path, query: urlParams }) =>
            onWire(links.reusableContentBacklinks(primary(path), path.reusableContentId, urlParams))
          )
        )
        .handle(
          "listReusableContentBacklinksInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(links.reusableContentBacklinks(requested(path), path.reusableContentId, urlParams))
          )
        )
        .handle(
          "getPageMetaLinks",
          answering(({ params: path }) => onWire(links.metaLinks(primary(path), path.pageId)))
        )
    )
  )
)
