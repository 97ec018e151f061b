/** Milliseconds. */
export const limits = {
  /** How long a server leases the emails that it claimed before another server may claim them. */
  lease: 600_000,
  firstWait: 60_000,
  longestWait: 3_600_000,
  /** An email that could not be delivered for this long is deleted. */
  patience: 86_400_000
} as const

/**
 * Delay before the next attempt, by the number of failed attempts: one minute, doubled with each attempt, at most one
 * hour.
 */
export const retryDelay = (attempts: number): number =>
  Math.min(limits.firstWait * 2 ** Math.max(0, attempts - 1), limits.longestWait)

/** Whether an email that has just failed is not retried any more. */
export const hasExhaustedRetries = (mail: { readonly createdAt: number }, now: number): boolean =>
  now - mail.createdAt >= limits.patience
