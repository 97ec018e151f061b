import { Data } from "effect"

/**
 * The limit of waiting work of one organization, or of one caller, for a pool is reached (rule pool-waiting). For
 * operations without such an error it is a defect, which transports return as 429.
 */
export class PoolBusy extends Data.TaggedError("PoolBusy")<{
  readonly pool: string
  /** Seconds after which the caller may retry. */
  readonly retryAfter: number
}> {
  override get message() {
    return `too many requests of this organization are waiting for ${this.pool}; retry after ${this.retryAfter} seconds`
  }
}
