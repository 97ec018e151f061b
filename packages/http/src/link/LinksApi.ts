import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { LinkSource, LinkView, LocationView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const space = { spaceId: SpaceId.SpaceId }
/** A change request by its id or number. */
const request = { ...space, changeRequestId: Schema.String }
const page = { pageId: Schema.String }
const reusableContent = { reusableContentId: Schema.String }
const file = { fileId: Schema.String }

const status = { status: Schema.optionalWith(LinkSource.LinkStatus, { exact: true }) }
const brokenContext = { brokenContext: Schema.optionalWith(LinkView.BrokenContext, { exact: true }) }

const LinkList = Schema.Struct({ ...Paging.of(LinkView.LinkView).fields, stats: LinkView.LinkStats })
const Backlinks = Paging.of(LocationView.LocationView)

/** Links and backlinks of the primary content and of change requests (api.md 4.3, 4.4). */
export class LinksApi extends HttpApiGroup.make("links", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSpaceLinks", "/spaces/:spaceId/links")
      .annotate(OpenApi.Summary, "List the links of a space")
      .setPath(Schema.Struct(space))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...status }))
      .addSuccess(LinkList)
  )
  .add(
    HttpApiEndpoint.get("listChangeRequestLinks", "/spaces/:spaceId/change-requests/:changeRequestId/links")
      .annotate(OpenApi.Summary, "List the links of a change request")
      .setPath(Schema.Struct(request))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...status, ...brokenContext }))
      .addSuccess(LinkList)
  )
  .add(
    HttpApiEndpoint.get("listPageLinksInSpace", "/spaces/:spaceId/content/page/:pageId/links")
      .annotate(OpenApi.Summary, "List the links of a page")
      .setPath(Schema.Struct({ ...space, ...page }))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...status }))
      .addSuccess(LinkList)
  )
  .add(
    HttpApiEndpoint.get(
      "listPageLinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links"
    )
      .annotate(OpenApi.Summary, "List the links of a page of a change request")
      .setPath(Schema.Struct({ ...request, ...page }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(LinkList)
  )
  .add(
    HttpApiEndpoint.get("listPageBacklinks", "/spaces/:spaceId/content/page/:pageId/backlinks")
      .annotate(OpenApi.Summary, "List the places that link to a page")
      .setPath(Schema.Struct({ ...space, ...page }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Backlinks)
  )
  .add(
    HttpApiEndpoint.get(
      "listPageBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks"
    )
      .annotate(OpenApi.Summary, "List the places that link to a page of a change request")
      .setPath(Schema.Struct({ ...request, ...page }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Backlinks)
  )
  .add(
    HttpApiEndpoint.get("listFileBacklinks", "/spaces/:spaceId/content/files/:fileId/backlinks")
      .annotate(OpenApi.Summary, "List the places that show or link to a file")
      .setPath(Schema.Struct({ ...space, ...file }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Backlinks)
  )
  .add(
    HttpApiEndpoint.get(
      "listFileBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks"
    )
      .annotate(OpenApi.Summary, "List the places that show or link to a file of a change request")
      .setPath(Schema.Struct({ ...request, ...file }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Backlinks)
  )
  .add(
    HttpApiEndpoint.get(
      "listReusableContentBacklinks",
      "/spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks"
    )
      .annotate(OpenApi.Summary, "List the places that show or link to a reusable content")
      .setPath(Schema.Struct({ ...space, ...reusableContent }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Backlinks)
  )
  .add(
    HttpApiEndpoint.get(
      "listReusableContentBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks"
    )
      .annotate(OpenApi.Summary, "List the places that show or link to a reusable content of a change request")
      .setPath(Schema.Struct({ ...request, ...reusableContent }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Backlinks)
  )
  .add(
    HttpApiEndpoint.get("getPageMetaLinks", "/spaces/:spaceId/content/page/:pageId/meta-links")
      .annotate(OpenApi.Summary, "Get the pages before, after and above a page")
      .setPath(Schema.Struct({ ...space, ...page }))
      .addSuccess(LinkView.MetaLinksView)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Links")
  .middleware(Authentication)
  .prefix("/v1") {}
