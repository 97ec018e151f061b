import { Context, type Effect } from "effect"
import type { Keyset } from "../store/RowStore.ts"
import type { Claim, ClaimedJob, ClaimStatus, Job, Next, Offer } from "./Job.ts"

/** What one step of a runner may take. */
export interface ClaimRequest {
  /** Kinds that have room, the first to be served first, each with the number of its jobs that may be taken. */
  readonly kinds: ReadonlyArray<{ readonly kind: string; readonly room: number; readonly isShared?: boolean }>
  /** Which shares of shared kinds were served, by `servedName`, the last one last. */
  readonly served?: ReadonlyArray<string>
  readonly limit: number
  readonly now: number
  /** The end of the lease. */
  readonly until: number
  readonly token: string
}

/** How a share of a kind is named among those that were served. */
export const servedName = (kind: string, share: string): string => `${kind}/${share}`

/** Which job. */
export interface Name {
  readonly kind: string
  readonly key: string
}

/** How many jobs of a kind are to be run now, are being run, and have failed for good. */
export interface KindTally {
  readonly kind: string
  readonly due: number
  readonly running: number
  readonly failed: number
}

/**
 * The queue of jobs. `atomic` of `RowStore` covers it: an offer is there when its transaction is committed. The store
 * looks at no clock.
 */
export class JobStore extends Context.Service<
  JobStore,
  {
    /** Offers of different jobs, each in the place of an earlier one of its job. */
    readonly offer: (offers: ReadonlyArray<Offer>) => Effect.Effect<void>
    /** Offers those of which there is no job, or one that was taken back. */
    readonly offerAbsent: (offers: ReadonlyArray<Offer>) => Effect.Effect<void>
    /** Takes an offer back: a run of it is superseded, and the job is forgotten when no run has it. */
    readonly withdraw: (name: Name) => Effect.Effect<void>
    /**
     * Takes jobs that are due: of each kind those due first, or of a shared one those of the shares that were not served
     * for the longest, by kinds in turn, in the order given. No two calls take the same job, and none waits for another,
     * nor for an offer that is not committed yet.
     */
    readonly claim: (ask: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedJob>>
    /** Moves the end of a lease. */
    readonly renew: (claim: Claim, until: number) => Effect.Effect<ClaimStatus>
    /** What a run has of its job; inside `atomic` that stays so until it ends. */
    readonly standing: (claim: Claim) => Effect.Effect<ClaimStatus>
    /** Ends a run as `Job.ended` says. */
    readonly end: (claim: Claim, next: Next | undefined) => Effect.Effect<ClaimStatus>
    /** Jobs that have failed for good, the latest first. */
    readonly listFailed: (after: Keyset | undefined, limit: number) => Effect.Effect<ReadonlyArray<Job>>
    readonly countFailed: Effect.Effect<number>
    /** The jobs of each kind that has any. */
    readonly tally: (now: number) => Effect.Effect<ReadonlyArray<KindTally>>
    /** Makes a failed job wait again, with all its attempts; whether there was one. */
    readonly retry: (name: Name, runAt: number) => Effect.Effect<boolean>
    /** Removes jobs that failed before a moment, and what is left of those taken back; answers how many. */
    readonly forgetFailed: (before: number) => Effect.Effect<number>
  }
>()("@quire/core/JobStore") {}
