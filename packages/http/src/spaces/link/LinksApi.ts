import { Input, LinkSource, Links, LinkView, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = { spaceId: SpaceId }
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
const Backlinks = Paging.of(LinkView.LocationView)

interface InRequest {
  readonly spaceId: string
  readonly changeRequestId: string
}

const primary = ({ spaceId }: Pick<InRequest, "spaceId">) => ({ space: spaceId })
const requested = ({ changeRequestId, spaceId }: InRequest) => ({ space: spaceId, changeRequest: changeRequestId })

/** Links and backlinks of the primary content and of change requests. */
export class LinksApi extends Group.make(
  "links",
  "Links",
  Endpoint.get("listSpaceLinks", "/spaces/:spaceId/links", {
    summary: "List links of a space",
    description: "Returns the links of all pages of the primary content with their status.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(space),
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...status }),
    success: LinkList,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listChangeRequestLinks", "/spaces/:spaceId/change-requests/:changeRequestId/links", {
    summary: "List change request links",
    description: "Returns the links of all pages of the change request with their status.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(request),
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...status, ...brokenContext }),
    success: LinkList,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listPageLinksInSpace", "/spaces/:spaceId/content/page/:pageId/links", {
    summary: "List links of a page",
    description: "Returns the links of one page of the primary content with their status.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct({ ...space, ...page }),
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...status }),
    success: LinkList,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get(
    "listPageLinksInChangeRequest",
    "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/links",
    {
      summary: "List change request page links",
      description: "Returns the links of one page of the change request with their status.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      params: Schema.Struct({ ...request, ...page }),
      query: Paging.UrlParams,
      success: LinkList,
      error: [Errors.Forbidden, NotFound]
    }
  ),
  Endpoint.get("listPageBacklinks", "/spaces/:spaceId/content/page/:pageId/backlinks", {
    summary: "List links to a page",
    description: "Returns the places in the primary content that link to the page.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct({ ...space, ...page }),
    query: Paging.UrlParams,
    success: Backlinks,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get(
    "listPageBacklinksInChangeRequest",
    "/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/backlinks",
    {
      summary: "List change request page backlinks",
      description: "Returns the places in the change request that link to the page.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      params: Schema.Struct({ ...request, ...page }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Errors.Forbidden, NotFound]
    }
  ),
  Endpoint.get("listFileBacklinks", "/spaces/:spaceId/content/files/:fileId/backlinks", {
    summary: "List uses of a file",
    description: "Returns the places in the primary content that show or link to the file.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct({ ...space, ...file }),
    query: Paging.UrlParams,
    success: Backlinks,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get(
    "listFileBacklinksInChangeRequest",
    "/spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId/backlinks",
    {
      summary: "List change request file backlinks",
      description: "Returns the places in the change request that show or link to the file.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      params: Schema.Struct({ ...request, ...file }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Errors.Forbidden, NotFound]
    }
  ),
  Endpoint.get(
    "listReusableContentBacklinks",
    "/spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks",
    {
      summary: "List uses of reusable content",
      description: "Returns the places in the primary content that show or link to the reusable content.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      params: Schema.Struct({ ...space, ...reusableContent }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Errors.Forbidden, NotFound]
    }
  ),
  Endpoint.get(
    "listReusableContentBacklinksInChangeRequest",
    "/spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks",
    {
      summary: "List change request reusable backlinks",
      description: "Returns the places in the change request that show or link to the reusable content.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      params: Schema.Struct({ ...request, ...reusableContent }),
      query: Paging.UrlParams,
      success: Backlinks,
      error: [Errors.Forbidden, NotFound]
    }
  ),
  Endpoint.get("getPageMetaLinks", "/spaces/:spaceId/content/page/:pageId/meta-links", {
    summary: "Get neighbors of a page",
    description: "Returns the pages before, after and above a page in the order of navigation.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct({ ...space, ...page }),
    success: LinkView.MetaLinksView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
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
}
