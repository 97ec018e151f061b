import { Schema } from "effect"
import { DefaultLevel } from "../access/Role.ts"
import { closed, optional } from "../Input.ts"
import { singleLine } from "../text/Text.ts"
import type { Collection } from "./Collection.ts"
import { CollectionId } from "./CollectionId.ts"

export const limits = { titleLength: 50, descriptionLength: 100 } as const

/** The title of one created without. */
export const untitled = "Untitled"

const Title = singleLine(0, limits.titleLength)

export const Create = closed("CollectionCreate", { title: optional(Title), parent: optional(CollectionId) })
export type Create = typeof Create.Type

export const Patch = closed("CollectionPatch", {
  title: optional(Title),
  description: optional(singleLine(0, limits.descriptionLength)),
  defaultLevel: optional(DefaultLevel)
})
export type Patch = typeof Patch.Type

/** No such collection, or none that the caller may know of. */
export class CollectionNotFound extends Schema.TaggedError<CollectionNotFound>()("CollectionNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `collection ${this.id} does not exist`
  }
}

/** The same value when nothing changes. */
export const patch = (self: Collection, { description = self.description, title = self.title }: Patch): Collection =>
  title === self.title && description === self.description ? self : { ...self, title, description }
