import type { Instant } from "../../foundation/time/Instant.ts"
import type { Placement } from "./Placement.ts"

/** Deleted spaces and collections can be restored for less than this many milliseconds (rule space-restore-window). */
export const limits = { restoreMilliseconds: 604_800_000 } as const

/** Whether it is deleted and still within the window (rule space-restore-window). */
export const isRestorable = ({ deletedAt }: Pick<Placement, "deletedAt">, now: Instant): boolean =>
  deletedAt !== null && now < deletedAt + limits.restoreMilliseconds
