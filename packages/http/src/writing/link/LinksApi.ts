import { LinkSource, LinkView, LocationView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Forbidden, NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = { spaceId: SpaceId.SpaceId }
/** A change request by its id or number. */
const request = { ...space, changeRequestId: Schema.String }
const page = { pageId: Schema.String }
const reusableContent = { reusableContentId: Schema.String }
const file = { fileId: Schema.String }

const status = { status: Schema.optionalKey(LinkSource.LinkStatus) }
const brokenContext = { brokenContext: Schema.optionalKey(LinkView.BrokenContext) }

const LinkList = Schema.Struct({ ...Paging.of(LinkView.LinkView).fields, stats: LinkView.LinkStats })
const Backlinks = Paging.of(LocationView.LocationView)

/** Links and backlinks of the primary content and of change requests. */
export class LinksApi extends HttpApiGroup.make("links", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSpaceLinks", "/spaces/:spaceId/links", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...status }),
      success: LinkList,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the links of a space")
  )
  .add(
    HttpApiEndpoint.get("listChangeRequestLinks", "/spaces/:spaceId/change-requests/:changeRequestId/links", {
      params: Schema.Struct(request),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...status, ...brokenContext }),
      success: LinkList,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the links of a change request")
  )
  .add(
    HttpApiEndpoint.get("listPageLinksInSpace", "/spaces/:spaceId/content/page/:pageId/links", {
      params: Schema.Struct({ ...space, ...page }),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...status }),
      success: LinkList,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the links of a page")
  )
  .add(
    HttpApiEndpoint.get(
      "listPageLinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links",
      {
        params: Schema.Struct({ ...request, ...page }),
        query: Paging.UrlParams,
        success: LinkList,
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "List the links of a page of a change request")
  )
  .add(
    HttpApiEndpoint.get("listPageBacklinks", "/spaces/:spaceId/content/page/:pageId/backlinks", {
      params: Schema.Struct({ ...space, ...page }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the places that link to a page")
  )
  .add(
    HttpApiEndpoint.get(
      "listPageBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks",
      {
        params: Schema.Struct({ ...request, ...page }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "List the places that link to a page of a change request")
  )
  .add(
    HttpApiEndpoint.get("listFileBacklinks", "/spaces/:spaceId/content/files/:fileId/backlinks", {
      params: Schema.Struct({ ...space, ...file }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the places that show or link to a file")
  )
  .add(
    HttpApiEndpoint.get(
      "listFileBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks",
      {
        params: Schema.Struct({ ...request, ...file }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "List the places that show or link to a file of a change request")
  )
  .add(
    HttpApiEndpoint.get(
      "listReusableContentBacklinks",
      "/spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks",
      {
        params: Schema.Struct({ ...space, ...reusableContent }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "List the places that show or link to a reusable content")
  )
  .add(
    HttpApiEndpoint.get(
      "listReusableContentBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks",
      {
        params: Schema.Struct({ ...request, ...reusableContent }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Forbidden, NotFound]
      }
    ).annotate(OpenApi.Summary, "List the places that show or link to a reusable content of a change request")
  )
  .add(
    HttpApiEndpoint.get("getPageMetaLinks", "/spaces/:spaceId/content/page/:pageId/meta-links", {
      params: Schema.Struct({ ...space, ...page }),
      success: LinkView.MetaLinksView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get the pages before, after and above a page")
  )
  .annotate(OpenApi.Title, "Links")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
