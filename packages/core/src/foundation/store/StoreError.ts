import { Data } from "effect"

/**
 * A store failed. This is never a domain outcome, so it is a defect. `unavailable` marks an outage that may pass
 * (connection lost, pool exhausted, retries used up).
 */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly operation: string
  readonly cause: unknown
  readonly unavailable: boolean
}> {
  override get message() {
    return `the store failed in ${this.operation}`
  }
}
