import { Data } from "effect"

/**
 * A store failed. Never a domain outcome, so it travels as a defect; `unavailable` tells an outage that may pass
 * (connection lost, pool exhausted, retries used up) from a fault.
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
