import { Schema } from "effect"
import { CollectionId } from "../../foundation/id/CollectionId.ts"
import { clearable, closed, optional, unsupported, WebAddress } from "../../foundation/input/Input.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { DefaultLevel } from "../../people/access/Role.ts"
import { EditMode, type Space } from "./Space.ts"

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
