import { Schema } from "effect"

export const ChangeRequestStatus = Schema.Literals(["draft", "open", "archived", "merged"])
export type ChangeRequestStatus = typeof ChangeRequestStatus.Type

/** The statuses that a caller may set; only merging makes a request `merged` (rule request-states). */
export const SettableStatus = Schema.Literals(["draft", "open", "archived"])
export type SettableStatus = typeof SettableStatus.Type
