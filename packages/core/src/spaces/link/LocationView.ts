import { Schema } from "effect"
import { FileView } from "../../content/file/FileView.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import { OpenApiSpecView } from "../../openapi/spec/OpenApiSpecView.ts"
import { OrganizationView } from "../../people/organization/OrganizationView.ts"
import { UserView } from "../../people/user/User.ts"
import { CollectionView } from "../../spaces/collection/CollectionView.ts"
import { SpaceView } from "../../spaces/space/SpaceView.ts"
import { ReusableContentView, RevisionView } from "../revision/RevisionView.ts"

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
