import { Schema } from "effect"
import { atLeast, type Role } from "../../organizations/access/Role.ts"

export const ChangeRequestStatus = Schema.Literals(["draft", "open", "archived", "merged"])
export type ChangeRequestStatus = typeof ChangeRequestStatus.Type

/** What a caller may set; a request becomes merged by merging alone (rule request-states). */
export const SettableStatus = Schema.Literals(["draft", "open", "archived"])
export type SettableStatus = typeof SettableStatus.Type

/**
 * What somebody wants to do to a change request: change its content, pull in the primary content or settle conflicts
 * with it, merge it, change its subject, ask for or take back a review, submit one, or set its status.
 */
export type Trigger =
  | "edit"
  | "update"
  | "merge"
  | "rename"
  | "request-review"
  | "review"
  | { readonly set: SettableStatus }

/** Who wants it: the effective role on the space, and whether the request is theirs. */
export interface Party {
  readonly role: Role
  readonly isAuthor: boolean
}

export type Transition =
  | { readonly _tag: "To"; readonly status: ChangeRequestStatus }
  /** The party may not do this. */
  | { readonly _tag: "Forbidden" }
  /** The status forbids it, whoever asks. */
  | { readonly _tag: "Closed" }

const to = (status: ChangeRequestStatus): Transition => ({ _tag: "To", status })
const forbidden: Transition = { _tag: "Forbidden" }
const closed: Transition = { _tag: "Closed" }

const mayManage = ({ isAuthor, role }: Party) => atLeast(role, isAuthor ? "edit" : "review")

const isPermitted = (from: ChangeRequestStatus, trigger: Trigger, party: Party): boolean => {
  if (trigger === "merge") return atLeast(party.role, "review")
  if (trigger === "review") return atLeast(party.role, "review") && !party.isAuthor
  if (typeof trigger === "string" || trigger.set === from) return atLeast(party.role, "edit")
  const opens = from === "draft" && trigger.set === "open"
  return opens ? atLeast(party.role, "edit") : mayManage(party)
}

const next = (from: "draft" | "open", trigger: Trigger): ChangeRequestStatus => {
  if (typeof trigger === "object") return trigger.set
  if (trigger === "merge") return "merged"
  return trigger === "request-review" ? "open" : from
}

/**
 * The state machine of change requests (rules request-states and request-state-rights): merged is the end, archived
 * ones can only be taken back, and setting the status that a request has changes nothing.
 */
export const transition = (from: ChangeRequestStatus, trigger: Trigger, party: Party): Transition => {
  if (!isPermitted(from, trigger, party)) return forbidden
  if (from === "merged") return closed
  if (from === "archived") return typeof trigger === "object" ? to(trigger.set) : closed
  return to(next(from, trigger))
}
