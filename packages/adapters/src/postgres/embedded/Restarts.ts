import { Option } from "effect"

/** How soon, and how often in a row, a server that ended is started again. Milliseconds. */
export interface Restarts {
  /** Before the second start in a row; each further one waits twice as long. The first one waits for nothing. */
  readonly pause: number
  readonly longestPause: number
  /** Starts in a row, after which it is given up. */
  readonly most: number
  /** A server that ran for so long ends the row. */
  readonly steady: number
}

export const usual: Restarts = { pause: 250, longestPause: 5_000, most: 8, steady: 5_000 }

/** How long to wait before one more start when there have been so many in a row; none when it is given up. */
export const pauseAfter = (self: Restarts, inARow: number): Option.Option<number> => {
  if (inARow >= self.most) return Option.none()
  return Option.some(inARow === 0 ? 0 : Math.min(self.pause * 2 ** (inARow - 1), self.longestPause))
}
