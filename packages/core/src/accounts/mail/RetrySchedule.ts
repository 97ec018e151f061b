/** Milliseconds. */
export const limits = {
  /** How long a server holds the letters that it took before another may try them. */
  lease: 600_000,
  firstWait: 60_000,
  longestWait: 3_600_000,
  /** A letter that could not be delivered for so long is dropped. */
  patience: 86_400_000
} as const

/** How long a letter waits after so many failed attempts: a minute, then twice as long each time, at most an hour. */
export const retryDelay = (attempts: number): number =>
  Math.min(limits.firstWait * 2 ** Math.max(0, attempts - 1), limits.longestWait)

/** Whether to give up a letter that has just failed. */
export const hasExhaustedRetries = (mail: { readonly createdAt: number }, now: number): boolean =>
  now - mail.createdAt >= limits.patience
