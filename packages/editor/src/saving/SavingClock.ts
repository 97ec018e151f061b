/** Time as a page session uses it; tests replace it with a virtual clock. */
export interface SavingClock {
  /** Milliseconds since some moment. */
  readonly now: () => number
  /** Calls back once after some milliseconds; the result cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
  /** A number from 0 to 1 that spreads retries. */
  readonly random: () => number
}

/** The clock of the browser. */
export const systemClock: SavingClock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
  random: Math.random
}

/** Resolves after some milliseconds, or at once when the signal aborts. */
export const waitFor = (clock: SavingClock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      cancel()
      signal.removeEventListener("abort", end)
      resolve()
    }
    const cancel = clock.after(milliseconds, end)
    signal.addEventListener("abort", end)
  })

/** Milliseconds before the next attempt: doubled after each failure up to half a minute, and spread. */
export const retryDelay = (clock: SavingClock, failures: number): number =>
  Math.min(30_000, 1_000 * 2 ** Math.max(failures - 1, 0)) * (0.75 + clock.random() / 2)
