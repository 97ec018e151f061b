import { Schema } from "effect"
import { UserView } from "../../accounts/user/User.ts"
import { FileView } from "../../content/file/FileView.ts"
import { PageView } from "../../content/tree/PageView.ts"
import { OpenApiSpecView } from "../../openapi/spec/OpenApiSpecView.ts"
import { OrganizationView } from "../../organizations/organization/OrganizationView.ts"
import { CollectionView } from "../../spaces/collection/CollectionView.ts"
import { ReusableContentView, RevisionView } from "../../spaces/history/RevisionView.ts"
import { SpaceView } from "../../spaces/space/SpaceView.ts"

const Version = Schema.Struct({ type: Schema.Literal("revision"), revision: RevisionView })

/**
 * The version of the content, with its revision but without the content of that; absent for the primary content of
 * another space.
 */
export interface VersionContext extends Schema.Schema.Type<typeof Version> {}
export interface VersionContextEncoded extends Schema.Codec.Encoded<typeof Version> {}
export const VersionContext: Schema.Codec<VersionContext, VersionContextEncoded> = Version

export const InternalLocation = Schema.Union([
  Schema.Struct({ type: Schema.Literal("anchor"), anchor: Schema.String }),
  Schema.Struct({ type: Schema.Literal("node"), node: Schema.String })
])
export type InternalLocation = typeof InternalLocation.Type

const inOrganization = { organization: OrganizationView }
const inSpace = {
  ...inOrganization,
  space: SpaceView,
  versionContext: Schema.optionalKey(VersionContext)
}

const InPage = Schema.Struct({
  kind: Schema.Literal("page"),
  ...inSpace,
  page: PageView,
  internalLocation: Schema.optionalKey(InternalLocation)
}).annotate({ identifier: "PageLocation" })

/** A page, without the pages below it. */
export interface PageLocation extends Schema.Schema.Type<typeof InPage> {}
export interface PageLocationEncoded extends Schema.Codec.Encoded<typeof InPage> {}
export const PageLocation: Schema.Codec<PageLocation, PageLocationEncoded> = InPage

/** The target or the source of a link, with the whole resource (wire: ContentLocation). */
export const LocationView = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("url"), url: Schema.String }),
  PageLocation,
  Schema.Struct({ kind: Schema.Literal("file"), ...inSpace, file: FileView }),
  Schema.Struct({ kind: Schema.Literal("reusable-content"), ...inSpace, reusableContent: ReusableContentView }),
  Schema.Struct({ kind: Schema.Literal("space"), ...inOrganization, space: SpaceView }),
  Schema.Struct({ kind: Schema.Literal("collection"), ...inOrganization, collection: CollectionView }),
  Schema.Struct({ kind: Schema.Literal("user"), user: UserView }),
  Schema.Struct({ kind: Schema.Literal("openapi"), ...inOrganization, openAPISpec: OpenApiSpecView })
]).annotate({ identifier: "ContentLocation" })
export type LocationView = typeof LocationView.Type
