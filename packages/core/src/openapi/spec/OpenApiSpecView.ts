import { Schema } from "effect"
import { OpenApiSpecId } from "../../foundation/id/OpenApiSpecId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast } from "../../people/access/Role.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { type OpenApiSpec, OpenApiVersionId, ProcessErrorCode, ProcessingState, Visibility } from "./OpenApiSpec.ts"

/** A spec as shown to members of its organization who are no guests. */
export const OpenApiSpecView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("openapi-spec"),
      id: OpenApiSpecId,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      slug: Schema.String,
      sourceURL: optional(Schema.String),
      processingState: ProcessingState,
      visibility: optional(Visibility),
      lastVersion: optional(OpenApiVersionId),
      lastProcessedAt: optional(Timestamp),
      lastProcessErrorCode: optional(ProcessErrorCode),
      lastProcessErrorMessage: optional(Schema.String),
      permissions: Schema.Struct(
        describeFields(
          { view: Schema.Boolean, edit: Schema.Boolean },
          { view: "Whether the caller may view it.", edit: "Whether the caller may change it." }
        )
      ),
      urls: Schema.Struct(
        describeFields(
          {
            location: Schema.String,
            app: Schema.String,
            /** Public address of the newest version; absent if the spec is not public or has no version. */
            published: optional(Schema.String)
          },
          {
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people.",
            published: "Address of the published content; absent while it is not published."
          }
        )
      )
    },
    {
      visibility: "Who may read the description.",
      slug: "Name of the description within the organization.",
      sourceURL: "URL from which the description is fetched; absent if it was uploaded as text.",
      processingState: "Processing state of the newest version.",
      lastVersion: "Newest processed version; absent until a version was processed.",
      lastProcessedAt: "Time at which a version was last processed.",
      lastProcessErrorCode: "Error code if the last version could not be processed.",
      lastProcessErrorMessage: "Error message if the last version could not be processed.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      permissions: "What the caller may do with the object.",
      urls: "Addresses that belong to the object."
    }
  )
).annotate({ identifier: "OpenAPISpec" })
export type OpenApiSpecView = typeof OpenApiSpecView.Type

export interface At {
  readonly base: string
  readonly app: string
}

/** Members who are no guests (rule spec-access). */
export const maySee = (viewer: Viewer): boolean =>
  viewer.isHost || (!viewer.member.disabled && viewer.member.role !== null)

const mayEdit = (viewer: Viewer): boolean =>
  viewer.isHost || (!viewer.member.disabled && atLeast(viewer.member.role, "create"))

export const viewFor = (viewer: Viewer, self: OpenApiSpec, { app, base }: At): OpenApiSpecView => ({
  object: "openapi-spec",
  id: self.id,
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  slug: self.slug,
  ...(self.source.kind === "url" ? { sourceURL: self.source.url } : {}),
  processingState: self.state,
  ...(self.visibility === null ? {} : { visibility: self.visibility }),
  ...(self.lastVersion === null ? {} : { lastVersion: self.lastVersion }),
  ...(self.lastProcessedAt === null ? {} : { lastProcessedAt: toTimestamp(self.lastProcessedAt) }),
  ...(self.lastError === null
    ? {}
    : { lastProcessErrorCode: self.lastError.code, lastProcessErrorMessage: self.lastError.message }),
  permissions: { view: true, edit: mayEdit(viewer) },
  urls: {
    location: `${base}/v1/orgs/${self.organization}/openapi/${self.slug}`,
    app: `${app}/o/${self.organization}/openapi/${self.slug}`,
    ...(self.visibility === "public" && self.lastVersion !== null
      ? { published: `${base}/specs/${self.id}/${self.slug}` }
      : {})
  }
})
