import { CollectionId } from "../../foundation/id/CollectionId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { DefaultLevel } from "../../people/access/Role.ts"
import type { Collection } from "./Collection.ts"

export const limits = { titleLength: 50, descriptionLength: 100 } as const

/** The title of a collection that is created without one. */
export const untitled = "Untitled"

const Title = singleLine(0, limits.titleLength)

export const Create = closed(
  "CollectionCreate",
  { title: optional(Title), parent: optional(CollectionId) },
  { title: "Title of the collection.", parent: "Parent collection. Defaults to the top level of the organization." }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "CollectionPatch",
  {
    title: optional(Title),
    description: optional(singleLine(0, limits.descriptionLength)),
    defaultLevel: optional(DefaultLevel)
  },
  {
    title: "Title of the collection.",
    description: "Short description of the collection.",
    defaultLevel: "Role of members without a grant; `inherit` uses the role of the parent."
  }
)
export type Patch = typeof Patch.Type

/** Returns `self` when nothing changes. */
export const patch = (self: Collection, { description = self.description, title = self.title }: Patch): Collection =>
  title === self.title && description === self.description ? self : { ...self, title, description }
