import { Data } from "effect"

/**
 * As much work of one organization, or of one caller, waits for a pool as may (rule pool-waiting). Where an operation
 * cannot say so it is a defect, which transports answer with 429.
 */
export class PoolBusy extends Data.TaggedError("PoolBusy")<{
  readonly pool: string
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number
}> {
  override get message() {
    return `too many requests of this organization wait for ${this.pool}; try again in ${this.retryAfter} seconds`
  }
}
