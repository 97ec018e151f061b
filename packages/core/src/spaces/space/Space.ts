import { Schema } from "effect"
import { CollectionId, OrganizationId, RevisionId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional, unsupported, WebAddress } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { Language } from "../../foundation/text/Language.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { atLeast, DefaultLevel, type Role } from "../../people/access/Role.ts"
import type { Placement } from "../../people/placement/Placement.ts"
import type * as SpaceSites from "./SpaceSites.ts"
import { SiteVisibility, VisitorAuth } from "./SpaceSites.ts"

/** The translation state of a space. */
export const SpaceTranslation = Schema.Struct({
  /** The language of its content. */
  language: Language,
  /** The space from which its content is translated; only translation runs write it (rule translation-output). */
  from: Schema.NullOr(SpaceId),
  /** Number of spaces that are translated from its content: each new head requests a run for them. */
  into: Schema.Int
})
export type SpaceTranslation = typeof SpaceTranslation.Type

type Mark = SpaceTranslation | undefined

const kept = (self: SpaceTranslation): Mark => (self.from === null && self.into === 0 ? undefined : self)

/** The mark of a space after this number of further spaces is translated from it. */
export const withInto = (self: Mark, language: Language, more: number): Mark =>
  kept({ language: self?.language ?? language, from: self?.from ?? null, into: (self?.into ?? 0) + more })

/** The mark of a space whose content is translated from another one from now on; null removes it. */
export const withFrom = (self: Mark, language: Language, from: SpaceId | null): Mark =>
  kept({ language, from, into: self?.into ?? 0 })

/** The mark of a space that is no longer a translation, but may still be the source of translations. */
export const released = (self: Mark): Mark => (self === undefined ? undefined : kept({ ...self, from: null }))

/** The output of a translation changes with its source only (rule translation-output). */
export class SpaceTranslated extends Schema.TaggedError<SpaceTranslated>()("SpaceTranslated", {
  space: Schema.String,
  source: Schema.String
}) {
  readonly kind = "precondition" as const
  override get message() {
    return `space ${this.space} is a translation of ${this.source}: edit the source or remove the language`
  }
}

/** Job for a new head of a space that is translated; the key is the space. */
export const sourceChanged = JobKind.make({
  name: "translation-sources",
  deadline: 60_000,
  payload: Schema.Null,
  isShared: true
})

export const EditMode = Schema.Literals(["live", "locked"])
export type EditMode = typeof EditMode.Type

/** A space as stored; its placement holds its position, level and deletion. */
export const Space = Schema.Struct({
  id: SpaceId,
  organization: OrganizationId,
  title: Schema.String,
  /** `""` when there is none. */
  emoji: Schema.String,
  /** An image for the space, instead of an emoji. */
  icon: Schema.NullOr(Schema.String),
  editMode: EditMode,
  createdAt: Instant,
  updatedAt: Instant,
  /** Head of the primary content. */
  revision: RevisionId,
  createdBy: Schema.NullOr(UserId),
  /** Absent unless it is translated, or a translation. */
  translation: Schema.optionalKey(SpaceTranslation)
})
export type Space = typeof Space.Type

/** The space with another mark, or without one. */
export const withTranslation = (
  { translation: _, ...rest }: Space,
  translation: SpaceTranslation | undefined
): Space => ({ ...rest, ...(translation === undefined ? {} : { translation }) })

export const collection = Repository.collection({
  name: "spaces",
  schema: Space,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    revision: { kind: "text", of: (self) => self.revision }
  },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "placements", onDelete: "cascade", scoped: true }
  ],
  counters: ["comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft"],
  rank: 1
})

export const limits = { titleLength: 50, emojiLength: 50 } as const

/** The title of a space that is created without one. */
export const untitled = "Untitled"

const Title = singleLine(0, limits.titleLength)

/** `private` is deprecated and has no effect. */
export const Create = closed(
  "SpaceCreate",
  {
    title: optional(Title),
    emoji: optional(Emoji),
    parent: optional(CollectionId),
    editMode: optional(EditMode),
    private: optional(Schema.Boolean),
    template: unsupported,
    computedSource: unsupported
  },
  {
    title: "Title of the space.",
    emoji: "Emoji shown next to the title.",
    parent: "Parent collection of the space. Defaults to the top level of the organization.",
    editMode: "Whether content is edited directly or through change requests.",
    private: "Deprecated: has no effect. Set the default level of the space instead.",
    template: "Not supported: requests that set it are rejected.",
    computedSource: "Not supported: requests that set it are rejected."
  }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "SpacePatch",
  {
    title: optional(Title),
    emoji: clearable(Emoji),
    icon: clearable(WebAddress),
    editMode: optional(EditMode),
    defaultLevel: optional(DefaultLevel)
  },
  {
    defaultLevel: "Role of members without a grant; `inherit` uses the role of the parent.",
    title: "Title of the space.",
    emoji: "Emoji shown next to the title.",
    editMode: "Whether content is edited directly or through change requests.",
    icon: "Address of an image shown next to the title; null removes it."
  }
)
export type Patch = typeof Patch.Type

/** A space has an emoji or an icon, not both. */
export class EmojiAndIcon extends Schema.TaggedError<EmojiAndIcon>()("EmojiAndIcon", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "icon: must not be set together with emoji"
  }
  get details() {
    return [{ path: "icon", rule: "must not be set together with emoji" }]
  }
}

/** Setting the emoji clears the icon and the reverse. Returns `self` when nothing changes. */
export const patch = (self: Space, changes: Patch): Space => {
  const emoji = typeof changes.icon === "string" ? "" : changes.emoji === undefined ? self.emoji : (changes.emoji ?? "")
  const icon = typeof changes.emoji === "string" ? null : changes.icon === undefined ? self.icon : changes.icon
  const next = { ...self, emoji, icon, title: changes.title ?? self.title, editMode: changes.editMode ?? self.editMode }
  const isSame =
    next.emoji === self.emoji && next.icon === self.icon && next.title === self.title && next.editMode === self.editMode
  return isSame ? self : next
}

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
