import { Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import { LinkRelation, LinkStatus } from "../../content/link-index/LinkSource.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { OpenApiSpecView } from "../../openapi/spec/OpenApiSpec.ts"
import { OrganizationView } from "../../people/organization/Organization.ts"
import { UserView } from "../../people/user/User.ts"
import { CollectionView } from "../collection/Collection.ts"
import { ReusableContentView, RevisionView } from "../revision/Revision.ts"
import { SpaceView } from "../space/Space.ts"

const Version = Schema.Struct(
  describeFields(
    { type: Schema.Literal("revision"), revision: RevisionView },
    { revision: "Revision that the location is in." }
  )
)

/**
 * The version of the content, with its revision but without the content of that; absent for the primary content of
 * another space.
 */
export interface VersionContext extends Schema.Schema.Type<typeof Version> {}
export interface VersionContextEncoded extends Schema.Codec.Encoded<typeof Version> {}
export const VersionContext: Schema.Codec<VersionContext, VersionContextEncoded> = Version

export const InternalLocation = Schema.Union([
  Schema.Struct(
    describeFields({ type: Schema.Literal("anchor"), anchor: Schema.String }, { anchor: "Anchor on the page." })
  ),
  Schema.Struct(describeFields({ type: Schema.Literal("node"), node: Schema.String }, { node: "Block on the page." }))
])
export type InternalLocation = typeof InternalLocation.Type

const inOrganization = describeFields(
  { organization: OrganizationView },
  { organization: "Organization of the location." }
)
const inSpace = describeFields(
  {
    ...inOrganization,
    space: SpaceView,
    versionContext: Schema.optionalKey(VersionContext)
  },
  { space: "Space of the location.", versionContext: "Change request or revision of the location." }
)

const InPage = Schema.Struct(
  describeFields(
    {
      kind: Schema.Literal("page"),
      ...inSpace,
      page: PageView,
      internalLocation: Schema.optionalKey(InternalLocation)
    },
    { page: "Page of the location.", internalLocation: "Anchor or block on the page." }
  )
).annotate({ identifier: "PageLocation" })

/** A page, without the pages below it. */
export interface PageLocation extends Schema.Schema.Type<typeof InPage> {}
export interface PageLocationEncoded extends Schema.Codec.Encoded<typeof InPage> {}
export const PageLocation: Schema.Codec<PageLocation, PageLocationEncoded> = InPage

/** The target or the source of a link, with the whole resource (wire: ContentLocation). */
export const LocationView = Schema.Union([
  Schema.Struct(
    describeFields({ kind: Schema.Literal("url"), url: Schema.String }, { url: "Address of the location." })
  ),
  PageLocation,
  Schema.Struct(
    describeFields({ kind: Schema.Literal("file"), ...inSpace, file: FileView }, { file: "File at the location." })
  ),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("reusable-content"), ...inSpace, reusableContent: ReusableContentView },
      { reusableContent: "Reusable content at the location." }
    )
  ),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("space"), ...inOrganization, space: SpaceView },
      { space: "Space at the location." }
    )
  ),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("collection"), ...inOrganization, collection: CollectionView },
      { collection: "Collection at the location." }
    )
  ),
  Schema.Struct(describeFields({ kind: Schema.Literal("user"), user: UserView }, { user: "User at the location." })),
  Schema.Struct(
    describeFields(
      { kind: Schema.Literal("openapi"), ...inOrganization, openAPISpec: OpenApiSpecView },
      { openAPISpec: "OpenAPI description at the location." }
    )
  )
]).annotate({ identifier: "ContentLocation" })
export type LocationView = typeof LocationView.Type

/**
 * A link as shown to its caller, without `targetReference` if the target is missing or hidden
 * (rule link-hidden-target).
 */
export const LinkView = Schema.Struct(
  describeFields(
    {
      status: LinkStatus,
      relation: LinkRelation,
      targetReference: Schema.optionalKey(LocationView),
      /** The page or reusable content that contains the link. */
      locationReferences: Schema.Array(LocationView)
    },
    {
      status: "Whether the link works.",
      relation: "How the link is used.",
      targetReference: "Target of the link, if the caller may view it.",
      locationReferences: "Where the link is found."
    }
  )
).annotate({ identifier: "ContentLink" })
export type LinkView = typeof LinkView.Type

/** Counts over all links of the content or page, regardless of the filter; `changeRequest` only for change requests. */
export const LinkStats = Schema.Struct(
  describeFields(
    {
      total: Schema.Int,
      broken: Schema.Struct(
        describeFields(
          {
            total: Schema.Int,
            changeRequest: Schema.optionalKey(Schema.Int)
          },
          {
            total: "Number of links that do not work.",
            changeRequest: "Number of links that the change request breaks."
          }
        )
      )
    },
    { total: "Number of links.", broken: "Number of links that do not work." }
  )
).annotate({ identifier: "ContentLinkStats" })
export type LinkStats = typeof LinkStats.Type

/** The cause of a broken link: the change request, or something before it. */
export const BrokenContext = Schema.Literals(["change-request", "space"])
export type BrokenContext = typeof BrokenContext.Type

/** The pages before and after a page in reading order, and its parent. */
export const MetaLinksView = Schema.Struct(
  describeFields(
    {
      previous: Schema.optionalKey(PageLocation),
      next: Schema.optionalKey(PageLocation),
      parent: Schema.optionalKey(PageLocation)
    },
    { previous: "Page before this one.", next: "Page after this one.", parent: "Parent page." }
  )
).annotate({ identifier: "PageMetaLinks" })
export type MetaLinksView = typeof MetaLinksView.Type
