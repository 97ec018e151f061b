import { Schema } from "effect"
import { closed, ignored, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { limits } from "./ChangeRequest.ts"
import { SettableStatus } from "./ChangeRequestStatus.ts"

const Subject = singleLine(0, limits.subjectLength)

export const ChangeRequestCreate = closed(
  "ChangeRequestCreate",
  { subject: optional(Subject), agentTaskId: ignored },
  {
    subject: "One-line summary of the change request.",
    agentTaskId: "Deprecated: accepted for compatibility, without effect."
  }
)
export type ChangeRequestCreate = typeof ChangeRequestCreate.Type

export const ChangeRequestPatch = closed(
  "ChangeRequestPatch",
  {
    subject: optional(Subject),
    status: optional(SettableStatus)
  },
  { subject: "One-line summary of the change request.", status: "Status to change to." }
)
export type ChangeRequestPatch = typeof ChangeRequestPatch.Type

/** The space has no such change request (rule request-number). */
export class ChangeRequestNotFound extends Schema.TaggedError<ChangeRequestNotFound>()("ChangeRequestNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `change request ${this.id} does not exist`
  }
}

/** A merged or archived change request does not allow this change (rule request-states). */
export class ChangeRequestClosed extends Schema.TaggedError<ChangeRequestClosed>()("ChangeRequestClosed", {
  id: Schema.String,
  status: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `change request ${this.id} is ${this.status}`
  }
}
