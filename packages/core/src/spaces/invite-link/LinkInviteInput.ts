import { Schema } from "effect"
import { CollectionId, SpaceId } from "../../foundation/id/Ids.ts"
import { clearable, closed } from "../../foundation/input/Input.ts"
import { Role } from "../../people/access/Role.ts"

/** `null` is a guest. */
const OfferedRole = Schema.NullOr(Role)

const ofOrganization = closed(
  "OrganizationInviteCreate",
  { role: OfferedRole },
  { role: "Role that the link grants; null for a guest." }
)
const ofSpace = closed(
  "SpaceInviteCreate",
  { level: OfferedRole, space: SpaceId },
  { level: "Role that the link grants.", space: "Space that the link invites to." }
)
const ofCollection = closed(
  "CollectionInviteCreate",
  { level: OfferedRole, collection: CollectionId },
  { level: "Role that the link grants.", collection: "Collection that the link invites to." }
)

/** The grant of a new link, in one of three forms. */
export const Create = Schema.Union([ofOrganization, ofSpace, ofCollection]).annotate({
  identifier: "LinkInviteCreate",
  message: "must have the form {role}, {level, space} or {level, collection}"
})
export type Create = typeof Create.Type

const rolePatch = closed(
  "OrganizationInvitePatch",
  { role: clearable(Role) },
  { role: "Role that the link grants; null for a guest." }
)
const levelPatch = closed("ContentInvitePatch", { level: clearable(Role) }, { level: "Role that the link grants." })

/** The new grant of a link; the form must be that of the invite. */
export const Patch = Schema.Union([rolePatch, levelPatch]).annotate({
  identifier: "LinkInvitePatch",
  message: "must have the form {role} or {level}"
})
export type Patch = typeof Patch.Type

/**
 * The link does not exist or no longer works. The error leaves out its id, which may open something
 * (rule invite-link-role).
 */
export class InviteNotFound extends Schema.TaggedError<InviteNotFound>()("InviteNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the invite link does not exist"
  }
}

/** A link to the organization grants a role, a link to content a level. */
export class InviteFormMismatch extends Schema.TaggedError<InviteFormMismatch>()("InviteFormMismatch", {
  field: Schema.Literals(["role", "level"])
}) {
  readonly kind = "invalid" as const
  private get rule() {
    return `does not apply to this invite link: it grants a ${this.field === "role" ? "level" : "role"}`
  }
  override get message() {
    return `${this.field}: ${this.rule}`
  }
  get details() {
    return [{ path: this.field, rule: this.rule }]
  }
}
