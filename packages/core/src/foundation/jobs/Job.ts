import type * as JobKind from "./JobKind.ts"
import { retryDelay } from "./JobKind.ts"

export const limits = {
  /** How long a failed job is kept, and how long a process may be silent before another takes its runs over; in ms. */
  failedKept: 2_592_000_000,
  lease: 120_000,
  /** Characters of the reason of a failure. */
  reasonLength: 1_000
} as const

/** What is asked for. The same kind and key name the same job. */
export interface Offer {
  readonly kind: string
  readonly key: string
  /** JSON. */
  readonly payload: string
  /** Epoch ms before which it is not run. */
  readonly runAt: number
  readonly at: number
  /** Whose share of the kind it is taken from, of kinds that are shared: an organization (rule jobs-shared). */
  readonly share?: string
}

/** Which job a run is of, and the offer that it works on. */
export interface Claim {
  readonly kind: string
  readonly key: string
  readonly sequence: number
  /** Differs from that of every other run of the job. */
  readonly token: string
}

/** A job that was taken to be run. */
export interface ClaimedJob extends Claim {
  readonly payload: string
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /** As it was offered; empty without one. */
  readonly share: string
}

/** A job as stored: its latest offer, and who runs it. */
export interface Job extends Offer {
  /** 1 for the first offer since there was no such job, one more for each newer one. */
  readonly sequence: number
  /** Attempts begun of the latest offer. */
  readonly attempts: number
  /** The run that has the job until a moment, of this or of an older offer. */
  readonly held: { readonly token: string; readonly until: number } | undefined
  /** Why the last attempt failed. */
  readonly reason: string | undefined
  /** When it failed for good; it waits for the operator or a newer offer. */
  readonly failedAt: number | undefined
  /** Its offer was taken back while a run had it; it is gone when that run is. */
  readonly isWithdrawn: boolean
}

/** A job as it goes on after a run. */
export interface Next {
  readonly runAt: number
  readonly attempts: number
  readonly reason: string | undefined
  readonly failedAt: number | undefined
}

/** What a run still has of its job: all, a newer offer has come, or another run or nobody has it. */
export type ClaimStatus = "held" | "superseded" | "lost"

export const idOf = ({ key, kind }: { readonly kind: string; readonly key: string }): string => `${kind}/${key}`

/** The job after an offer, which takes the place of an earlier one and leaves a run alone (rule jobs-supersede). */
export const offered = (job: Job | undefined, offer: Offer): Job => ({
  ...offer,
  sequence: (job?.sequence ?? 0) + 1,
  attempts: 0,
  held: job?.held,
  reason: undefined,
  failedAt: undefined,
  isWithdrawn: false
})

/** The job after its offer was taken back: a run that has it keeps others from running beside it. */
export const withdrawn = (job: Job): Job | undefined =>
  job.held === undefined ? undefined : { ...job, sequence: job.sequence + 1, isWithdrawn: true }

/** When a job may be run: not before it is asked for, and not while a run has it. */
export const dueAt = ({ held, runAt }: Job): number => Math.max(runAt, held?.until ?? 0)

export const isDue = (job: Job, now: number): boolean =>
  !job.isWithdrawn && job.failedAt === undefined && dueAt(job) <= now

export const claimed = (job: Job, token: string, until: number): Job => ({
  ...job,
  attempts: job.attempts + 1,
  held: { token, until }
})

/** What a run has of its job as it is stored now. */
export const claimStatus = (job: Job | undefined, claim: Claim): ClaimStatus => {
  if (job?.held?.token !== claim.token) return "lost"
  return job.sequence === claim.sequence ? "held" : "superseded"
}

/** The job after a run that had it; without `next` it is done. A newer offer stays as it is. */
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

/** How a run of a job that it still had came out. */
export type JobOutcome =
  | { readonly _tag: "Done" }
  /** To be run once more at a moment, as if offered anew. */
  | { readonly _tag: "Again"; readonly at: number }
  | { readonly _tag: "Failed"; readonly reason: string }
  /** Stopped from outside; the attempt does not count. */
  | { readonly _tag: "GivenBack" }

/** How a job goes on after an attempt; undefined when it is done (rule jobs-retry). */
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
