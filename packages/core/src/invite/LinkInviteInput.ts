import { Schema } from "effect"
import { Role } from "../access/Role.ts"
import { CollectionId } from "../collection/CollectionId.ts"
import { clearable, closed } from "../Input.ts"
import { SpaceId } from "../space/SpaceId.ts"

/** `null` is a guest. */
const Given = Schema.NullOr(Role)

const ofOrganization = closed("OrganizationInviteCreate", { role: Given })
const ofSpace = closed("SpaceInviteCreate", { level: Given, space: SpaceId })
const ofCollection = closed("CollectionInviteCreate", { level: Given, collection: CollectionId })

/** What a new link gives, in one of three forms (api.md 4.12). */
export const Create = Schema.Union([ofOrganization, ofSpace, ofCollection]).annotate({
  identifier: "LinkInviteCreate",
  message: "must have the form {role}, {level, space} or {level, collection}"
})
export type Create = typeof Create.Type

const rolePatch = closed("OrganizationInvitePatch", { role: clearable(Role) })
const levelPatch = closed("ContentInvitePatch", { level: clearable(Role) })

/** What a link is to give from now on; the form is the invite's own. */
export const Patch = Schema.Union([rolePatch, levelPatch]).annotate({
  identifier: "LinkInvitePatch",
  message: "must have the form {role} or {level}"
})
export type Patch = typeof Patch.Type

/** No such invite, or none that the caller may know of; it is not named, for its id opens something. */
export class InviteNotFound extends Schema.TaggedError<InviteNotFound>()("InviteNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the invite does not exist"
  }
}

/** A level of an invite to the organization, or a role of one to content. */
export class InviteFormMismatch extends Schema.TaggedError<InviteFormMismatch>()("InviteFormMismatch", {
  field: Schema.Literals(["role", "level"])
}) {
  readonly kind = "invalid" as const
  private get rule() {
    return `is not what this invite gives: it gives a ${this.field === "role" ? "level" : "role"}`
  }
  override get message() {
    return `${this.field}: ${this.rule}`
  }
  get details() {
    return [{ path: this.field, rule: this.rule }]
  }
}
