import type { ChangeRequest, Space } from "@quire/client"

/** What the parts of a change request's screen know. */
export interface ChangeRequestProps {
  readonly space: Space
  readonly request: ChangeRequest
  /** Number of the request, as in the address. */
  readonly number: string
}
