import type * as JobKind from "./JobKind.ts"
import { retryDelay } from "./JobKind.ts"

export const limits = {
  /**
   * How long a failed job is retained, and after how much time without a heartbeat another process takes over the runs
   * of a process; in ms.
   */
  failedKept: 2_592_000_000,
  lease: 120_000,
  /** Maximum length of the failure reason, in characters. */
  reasonLength: 1_000
} as const

/** A request to run a job. The same kind and key identify the same job. */
export interface Offer {
  readonly kind: string
  readonly key: string
  /** JSON. */
  readonly payload: string
  /** Epoch ms before which it does not run. */
  readonly runAt: number
  readonly at: number
  /** For shared kinds, the organization whose share of the kind the job belongs to (rule jobs-shared). */
  readonly share?: string
}

/** Identifies the job of a run, and the offer that it works on. */
export interface Claim {
  readonly kind: string
  readonly key: string
  readonly sequence: number
  /** Unique among all runs of the job. */
  readonly token: string
}

/** A job that was claimed for a run. */
export interface ClaimedJob extends Claim {
  readonly payload: string
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /** As offered; empty if there is none. */
  readonly share: string
}

/** A job as stored: its latest offer, and the current run. */
export interface Job extends Offer {
  /** 1 for the first offer of the job, incremented by each newer one. */
  readonly sequence: number
  /** Number of attempts started for the latest offer. */
  readonly attempts: number
  /** The run that holds the job until an instant, of this or of an older offer. */
  readonly held: { readonly token: string; readonly until: number } | undefined
  /** Why the last attempt failed. */
  readonly reason: string | undefined
  /** When it failed permanently; it then waits for the operator or a newer offer. */
  readonly failedAt: number | undefined
  /** The offer was cancelled during a run; the job is deleted when that run ends. */
  readonly isWithdrawn: boolean
}

/** The state of a job after a run. */
export interface Next {
  readonly runAt: number
  readonly attempts: number
  readonly reason: string | undefined
  readonly failedAt: number | undefined
}

/**
 * Whether a run still has its claim on the job: it does, a newer offer replaced its offer, or the claim was lost to
 * another run or deleted.
 */
export type ClaimStatus = "held" | "superseded" | "lost"

export const idOf = ({ key, kind }: { readonly kind: string; readonly key: string }): string => `${kind}/${key}`

/**
 * Returns the job after an offer, which replaces an earlier offer and does not affect a current run (rule
 * jobs-supersede).
 */
export const offered = (job: Job | undefined, offer: Offer): Job => ({
  ...offer,
  sequence: (job?.sequence ?? 0) + 1,
  attempts: 0,
  held: job?.held,
  reason: undefined,
  failedAt: undefined,
  isWithdrawn: false
})

/** Returns the job after its offer was cancelled: a current run still prevents other runs of the job. */
export const withdrawn = (job: Job): Job | undefined =>
  job.held === undefined ? undefined : { ...job, sequence: job.sequence + 1, isWithdrawn: true }

/** The earliest time for a run of a job: not before the requested time, and not during a run. */
export const dueAt = ({ held, runAt }: Job): number => Math.max(runAt, held?.until ?? 0)

export const isDue = (job: Job, now: number): boolean =>
  !job.isWithdrawn && job.failedAt === undefined && dueAt(job) <= now

export const claimed = (job: Job, token: string, until: number): Job => ({
  ...job,
  attempts: job.attempts + 1,
  held: { token, until }
})

/** The claim of a run on its job, as stored now. */
export const claimStatus = (job: Job | undefined, claim: Claim): ClaimStatus => {
  if (job?.held?.token !== claim.token) return "lost"
  return job.sequence === claim.sequence ? "held" : "superseded"
}

/** Returns the job after a run that held it; without `next` the job is done. A newer offer is not changed. */
export const ended = (job: Job, claim: Claim, next: Next | undefined): Job | undefined => {
  switch (claimStatus(job, claim)) {
    case "lost":
      return job
    case "superseded":
      return job.isWithdrawn ? undefined : { ...job, held: undefined }
    case "held":
      return next === undefined ? undefined : { ...job, ...next, held: undefined }
  }
}

/** The outcome of a run that still had its claim. */
export type JobOutcome =
  | { readonly _tag: "Done" }
  /** To be run again at a given time, as if newly offered. */
  | { readonly _tag: "Again"; readonly at: number }
  | { readonly _tag: "Failed"; readonly reason: string }
  /** Interrupted from outside; the attempt does not count. */
  | { readonly _tag: "GivenBack" }

/** Returns the state of a job after an attempt; undefined when it is done (rule jobs-retry). */
export const next = (
  terms: JobKind.Terms,
  { attempt }: Pick<ClaimedJob, "attempt">,
  outcome: JobOutcome,
  now: number
): Next | undefined => {
  const fresh = { attempts: 0, reason: undefined, failedAt: undefined }
  switch (outcome._tag) {
    case "Done":
      return undefined
    case "Again":
      return { ...fresh, runAt: outcome.at }
    case "GivenBack":
      return { ...fresh, runAt: now, attempts: attempt - 1 }
    case "Failed": {
      const reason = outcome.reason.slice(0, limits.reasonLength)
      return attempt < terms.attempts
        ? { runAt: now + retryDelay(terms, attempt), attempts: attempt, reason, failedAt: undefined }
        : { runAt: now, attempts: attempt, reason, failedAt: now }
    }
  }
}
