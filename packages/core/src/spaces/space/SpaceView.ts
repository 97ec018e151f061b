import { Schema } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast, DefaultLevel, type Role } from "../../people/access/Role.ts"
import type { Placement } from "../../people/placement/Placement.ts"
import { EditMode, type Space } from "./Space.ts"
import type * as SpaceSites from "./SpaceSites.ts"
import { SiteVisibility, VisitorAuth } from "./SpaceSites.ts"

const optionalText = Schema.optionalKey(Schema.String)

export const Visibility = Schema.Literals([...SiteVisibility.literals, "in-collection", "private"])
export type Visibility = typeof Visibility.Type

export const GitSync = Schema.Struct(
  describeFields(
    {
      repoName: optionalText,
      installationProvider: Schema.optionalKey(Schema.Literals(["github", "gitlab", "github-legacy"])),
      integration: optionalText,
      url: optionalText,
      updatedAt: Schema.optionalKey(Timestamp)
    },
    {
      repoName: "Name of the repository.",
      integration: "Integration that synchronizes.",
      url: "Address of the repository.",
      installationProvider: "Provider of the repository.",
      updatedAt: "Time of the last change, in UTC with milliseconds."
    }
  )
)

/** A space as shown to its caller. */
export const SpaceView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("space"),
      id: SpaceId,
      title: Schema.String,
      emoji: Schema.String,
      visibility: Visibility,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      deletedAt: Schema.optionalKey(Timestamp),
      editMode: EditMode,
      urls: Schema.Struct(
        describeFields(
          {
            location: Schema.String,
            app: Schema.String,
            published: optionalText,
            public: optionalText,
            icon: optionalText
          },
          {
            location: "Address of the object in the API.",
            app: "Address of the object in the application, for people.",
            published: "Address of the published content; absent while it is not published.",
            public: "Public address; absent unless the content is public.",
            icon: "Address of the image shown next to the title."
          }
        )
      ),
      organization: Schema.String,
      parent: optionalText,
      gitSync: Schema.optionalKey(GitSync),
      visitorAuth: Schema.optionalKey(VisitorAuth),
      revision: Schema.String,
      defaultLevel: DefaultLevel,
      comments: Schema.Int,
      changeRequests: Schema.Int,
      changeRequestsOpen: Schema.Int,
      changeRequestsDraft: Schema.Int,
      permissions: Schema.Struct(
        describeFields(
          {
            view: Schema.Boolean,
            access: Schema.Boolean,
            admin: Schema.Boolean,
            viewInviteLinks: Schema.Boolean,
            edit: Schema.Boolean,
            triggerGitSync: Schema.Boolean,
            comment: Schema.Boolean,
            merge: Schema.Boolean,
            review: Schema.Boolean
          },
          {
            viewInviteLinks: "Whether the caller may list its invite links.",
            view: "Whether the caller may view the space.",
            access: "Whether the caller may open the space.",
            admin: "Whether the caller may administer the space.",
            edit: "Whether the caller may edit content.",
            triggerGitSync: "Whether the caller may start a synchronization.",
            comment: "Whether the caller may comment.",
            merge: "Whether the caller may merge change requests.",
            review: "Whether the caller may review change requests."
          }
        )
      )
    },
    {
      defaultLevel: "Role of members without a grant; `inherit` uses the role of the parent.",
      emoji: "Emoji shown next to the title.",
      editMode: "Whether content is edited directly or through change requests.",
      title: "Title of the space.",
      visibility: "Who may read the published content.",
      deletedAt: "Time of deletion; absent unless it is deleted.",
      organization: "Organization that owns the space.",
      gitSync: "Synchronization with a repository.",
      visitorAuth: "How visitors of the published space sign in.",
      revision: "Newest revision of the primary content.",
      comments: "Number of comments on the primary content.",
      changeRequests: "Number of change requests.",
      changeRequestsOpen: "Number of open change requests.",
      changeRequestsDraft: "Number of drafts of change requests.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      updatedAt: "Time of the last change, in UTC with milliseconds.",
      parent: "Parent collection of the space; absent at the top level.",
      urls: "Addresses that belong to the object.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "Space" })
export type SpaceView = typeof SpaceView.Type

const permissionsOf = (role: Role | null): SpaceView["permissions"] => {
  const reads = atLeast(role, "read")
  const reviews = atLeast(role, "review")
  const creates = atLeast(role, "create")
  return Object.freeze({
    view: reads,
    access: reads,
    admin: creates,
    viewInviteLinks: creates,
    edit: atLeast(role, "edit"),
    triggerGitSync: creates,
    comment: atLeast(role, "comment"),
    merge: reviews,
    review: reviews
  })
}

/** Created once per role, since lists need them for every space. */
const permissions: { readonly [role in Role | "none"]: SpaceView["permissions"] } = {
  none: permissionsOf(null),
  read: permissionsOf("read"),
  comment: permissionsOf("comment"),
  edit: permissionsOf("edit"),
  review: permissionsOf("review"),
  create: permissionsOf("create"),
  admin: permissionsOf("admin")
}

const outward = Object.freeze({ ...permissionsOf(null), view: true })

/**
 * The view for readers of a published site, who have no role: without the position of the space and its discussions.
 */
export const outwardView = (
  self: Space,
  seen: { readonly base: string; readonly app: string; readonly published: SpaceSites.PublishedSpace }
): SpaceView => {
  const { app, base, published } = seen
  return {
    object: "space",
    id: self.id,
    title: self.title,
    emoji: self.emoji,
    visibility: published.visibility,
    createdAt: toTimestamp(self.createdAt),
    updatedAt: toTimestamp(self.updatedAt),
    editMode: self.editMode,
    urls: {
      location: `${base}/v1/spaces/${self.id}`,
      app: `${app}/s/${self.id}`,
      published: published.url,
      ...(published.visibility === "public" ? { public: published.url } : {}),
      ...(self.icon === null ? {} : { icon: self.icon })
    },
    organization: self.organization,
    ...(published.visitorAuth === undefined ? {} : { visitorAuth: published.visitorAuth }),
    revision: self.revision,
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
    permissions: outward
  }
}

/**
 * Who can read a space: the readers of the most open of its sites, or else those with access by its placement (rule
 * space-visibility).
 */
export const visibilityOf = (
  { level, parent }: Pick<Placement, "level" | "parent">,
  published: Pick<SpaceSites.PublishedSpace, "visibility"> | undefined
): Visibility => published?.visibility ?? (parent !== null && level === "inherit" ? "in-collection" : "private")

/** The view for a caller with this role; `null` if their own change removed their role. */
export const view = (
  row: VersionedValue<Space>,
  seen: {
    readonly placement: Placement
    readonly role: Role | null
    readonly base: string
    readonly app: string
    readonly published: SpaceSites.PublishedSpace | undefined
  }
): SpaceView => {
  const { counters, value: self } = row
  const { app, base, placement, published, role } = seen
  return {
    object: "space",
    id: self.id,
    title: self.title,
    emoji: self.emoji,
    visibility: visibilityOf(placement, published),
    createdAt: toTimestamp(self.createdAt),
    updatedAt: toTimestamp(self.updatedAt),
    ...(placement.deletedAt === null ? {} : { deletedAt: toTimestamp(placement.deletedAt) }),
    editMode: self.editMode,
    urls: {
      location: `${base}/v1/spaces/${self.id}`,
      app: `${app}/s/${self.id}`,
      ...(published === undefined ? {} : { published: published.url }),
      ...(published?.visibility === "public" ? { public: published.url } : {}),
      ...(self.icon === null ? {} : { icon: self.icon })
    },
    organization: self.organization,
    ...(placement.parent === null ? {} : { parent: placement.parent }),
    ...(published?.visitorAuth === undefined ? {} : { visitorAuth: published.visitorAuth }),
    revision: self.revision,
    defaultLevel: placement.level,
    comments: counters["comments"] ?? 0,
    changeRequests: counters["changeRequests"] ?? 0,
    changeRequestsOpen: counters["changeRequestsOpen"] ?? 0,
    changeRequestsDraft: counters["changeRequestsDraft"] ?? 0,
    permissions: permissions[role ?? "none"]
  }
}
