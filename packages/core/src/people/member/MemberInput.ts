import { Schema } from "effect"
import { clearable, closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Role } from "../access/Role.ts"

export const limits = { searchLength: 512 } as const

/** `null` changes the member to a guest. */
export const Patch = closed(
  "MemberPatch",
  { role: clearable(Role) },
  { role: "Role in the organization; null for a guest." }
)
export type Patch = typeof Patch.Type

/** `lastSeenAt` lists only members who have been seen. */
export const Sort = Schema.Literals(["joinedAt", "lastSeenAt"])

/** Which members to list. */
export const Filter = closed(
  "MemberFilter",
  {
    role: optional(Schema.Union([Role, Schema.Literal("guest")])),
    /** Part of the name or the address, ignoring case. */
    search: optional(singleLine(0, limits.searchLength)),
    sort: optional(Sort),
    order: optional(Schema.Literals(["asc", "desc"]))
  },
  {
    role: "Role of the members to list, or `guest`.",
    search: "Text that the name or email address must contain.",
    sort: "Field by which members are ordered.",
    order: "Direction of the order."
  }
)
export type Filter = typeof Filter.Type
