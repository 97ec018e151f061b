import { Option } from "effect"

/** How soon, and how often in a row, a server that ended is restarted. In milliseconds. */
export interface RestartPolicy {
  /** Pause before the second start in a row; it doubles for each further one. The first start does not wait. */
  readonly pause: number
  readonly longestPause: number
  /** The greatest number of starts in a row. */
  readonly most: number
  /** A server that ran at least this long resets the count of consecutive restarts. */
  readonly steady: number
}

export const defaults: RestartPolicy = { pause: 250, longestPause: 5_000, most: 8, steady: 5_000 }

/**
 * The pause before the next start, given the number of consecutive restarts; undefined when there are to be no more.
 */
export const pauseAfter = (self: RestartPolicy, inARow: number): Option.Option<number> => {
  if (inARow >= self.most) return Option.none()
  return Option.some(inARow === 0 ? 0 : Math.min(self.pause * 2 ** (inARow - 1), self.longestPause))
}
