import { Input, LinkSource, LinkView, LocationView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = { spaceId: SpaceId.SpaceId }
/** A change request by its id or number. */
const request = Input.describeFields(
  { ...space, changeRequestId: Schema.String },
  { changeRequestId: "Identifier of the change request, or its number in the space." }
)
const page = Input.describeFields({ pageId: Schema.String }, { pageId: "Identifier of the page." })
const reusableContent = Input.describeFields(
  { reusableContentId: Schema.String },
  { reusableContentId: "Identifier of the reusable content." }
)
const file = Input.describeFields({ fileId: Schema.String }, { fileId: "Identifier of the file." })

const status = Input.describeFields(
  { status: Schema.optionalKey(LinkSource.LinkStatus) },
  { status: "Status that the links must have." }
)
const brokenContext = Input.describeFields(
  { brokenContext: Schema.optionalKey(LinkView.BrokenContext) },
  { brokenContext: "Whether the links broke in the change request or before." }
)

const LinkList = Schema.Struct(
  Input.describeFields(
    { ...Paging.of(LinkView.LinkView).fields, stats: LinkView.LinkStats },
    { stats: "Numbers of links by status." }
  )
)
const Backlinks = Paging.of(LocationView.LocationView)

/** Links and backlinks of the primary content and of change requests. */
export class LinksApi extends HttpApiGroup.make("links", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listSpaceLinks", "/spaces/:spaceId/links", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...status }),
      success: LinkList,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List links of a space")
      .annotate(OpenApi.Description, "Returns the links of all pages of the primary content with their status.")
  )
  .add(
    HttpApiEndpoint.get("listChangeRequestLinks", "/spaces/:spaceId/change-requests/:changeRequestId/links", {
      params: Schema.Struct(request),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...status, ...brokenContext }),
      success: LinkList,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List change request links")
      .annotate(OpenApi.Description, "Returns the links of all pages of the change request with their status.")
  )
  .add(
    HttpApiEndpoint.get("listPageLinksInSpace", "/spaces/:spaceId/content/page/:pageId/links", {
      params: Schema.Struct({ ...space, ...page }),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...status }),
      success: LinkList,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List links of a page")
      .annotate(OpenApi.Description, "Returns the links of one page of the primary content with their status.")
  )
  .add(
    HttpApiEndpoint.get(
      "listPageLinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links",
      {
        params: Schema.Struct({ ...request, ...page }),
        query: Paging.UrlParams,
        success: LinkList,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List change request page links")
      .annotate(OpenApi.Description, "Returns the links of one page of the change request with their status.")
  )
  .add(
    HttpApiEndpoint.get("listPageBacklinks", "/spaces/:spaceId/content/page/:pageId/backlinks", {
      params: Schema.Struct({ ...space, ...page }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List links to a page")
      .annotate(OpenApi.Description, "Returns the places in the primary content that link to the page.")
  )
  .add(
    HttpApiEndpoint.get(
      "listPageBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks",
      {
        params: Schema.Struct({ ...request, ...page }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List change request page backlinks")
      .annotate(OpenApi.Description, "Returns the places in the change request that link to the page.")
  )
  .add(
    HttpApiEndpoint.get("listFileBacklinks", "/spaces/:spaceId/content/files/:fileId/backlinks", {
      params: Schema.Struct({ ...space, ...file }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List uses of a file")
      .annotate(OpenApi.Description, "Returns the places in the primary content that show or link to the file.")
  )
  .add(
    HttpApiEndpoint.get(
      "listFileBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks",
      {
        params: Schema.Struct({ ...request, ...file }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List change request file backlinks")
      .annotate(OpenApi.Description, "Returns the places in the change request that show or link to the file.")
  )
  .add(
    HttpApiEndpoint.get(
      "listReusableContentBacklinks",
      "/spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks",
      {
        params: Schema.Struct({ ...space, ...reusableContent }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List uses of reusable content")
      .annotate(
        OpenApi.Description,
        "Returns the places in the primary content that show or link to the reusable content."
      )
  )
  .add(
    HttpApiEndpoint.get(
      "listReusableContentBacklinksInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks",
      {
        params: Schema.Struct({ ...request, ...reusableContent }),
        query: Paging.UrlParams,
        success: Backlinks,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List change request reusable backlinks")
      .annotate(
        OpenApi.Description,
        "Returns the places in the change request that show or link to the reusable content."
      )
  )
  .add(
    HttpApiEndpoint.get("getPageMetaLinks", "/spaces/:spaceId/content/page/:pageId/meta-links", {
      params: Schema.Struct({ ...space, ...page }),
      success: LinkView.MetaLinksView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get neighbors of a page")
      .annotate(OpenApi.Description, "Returns the pages before, after and above a page in the order of navigation.")
  )
  .annotate(OpenApi.Title, "Links")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
