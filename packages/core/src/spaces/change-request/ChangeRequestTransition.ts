import { atLeast, type Role } from "../../people/access/Role.ts"
import type { ChangeRequestStatus, SettableStatus } from "./ChangeRequestStatus.ts"

/**
 * An action on a change request: change its content, pull in the primary content or resolve conflicts with it, merge
 * it, change its subject, request a review or withdraw the request, submit a review, or set the status.
 */
export type Trigger =
  | "edit"
  | "update"
  | "merge"
  | "rename"
  | "request-review"
  | "review"
  | { readonly set: SettableStatus }

/** The caller: their effective role on the space, and whether the request is theirs. */
export interface Party {
  readonly role: Role
  readonly isAuthor: boolean
}

export type Transition =
  | { readonly _tag: "To"; readonly status: ChangeRequestStatus }
  /** The party may not do this. */
  | { readonly _tag: "Forbidden" }
  /** The status forbids it, regardless of the caller. */
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

const nextStatus = (from: "draft" | "open", trigger: Trigger): ChangeRequestStatus => {
  if (typeof trigger === "object") return trigger.set
  if (trigger === "merge") return "merged"
  return trigger === "request-review" ? "open" : from
}

/**
 * The state machine of change requests (rules request-states and request-state-rights): merged is final, archived
 * requests can only be reopened, and setting the current status changes nothing.
 */
export const transition = (from: ChangeRequestStatus, trigger: Trigger, party: Party): Transition => {
  if (!isPermitted(from, trigger, party)) return forbidden
  if (from === "merged") return closed
  if (from === "archived") return typeof trigger === "object" ? to(trigger.set) : closed
  return to(nextStatus(from, trigger))
}
