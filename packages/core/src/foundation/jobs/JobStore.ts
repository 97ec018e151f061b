import { Context, type Effect } from "effect"
import type { Keyset } from "../store/RowStore.ts"
import type { Claim, ClaimedJob, ClaimStatus, Job, Next, Offer } from "./Job.ts"

/** What one step of a runner may claim. */
export interface ClaimRequest {
  /** Kinds with free capacity, in order of priority, each with the number of its jobs that may be claimed. */
  readonly kinds: ReadonlyArray<{ readonly kind: string; readonly room: number; readonly isShared?: boolean }>
  /** The shares of shared kinds that were served, by `servedName`, most recent last. */
  readonly served?: ReadonlyArray<string>
  readonly limit: number
  readonly now: number
  /** The end of the lease. */
  readonly until: number
  readonly token: string
}

/** The name of a share of a kind among those that were served. */
export const servedName = (kind: string, share: string): string => `${kind}/${share}`

/** Identifies a job. */
export interface Name {
  readonly kind: string
  readonly key: string
}

/** The number of jobs of a kind that are due, that are running, and that failed permanently. */
export interface KindTally {
  readonly kind: string
  readonly due: number
  readonly running: number
  readonly failed: number
}

/**
 * The queue of jobs. It takes part in `atomic` of `RowStore`: an offer becomes visible when its transaction is
 * committed. The store does not read a clock.
 */
export class JobStore extends Context.Service<
  JobStore,
  {
    /** Offers different jobs; each offer replaces an earlier one of its job. */
    readonly offer: (offers: ReadonlyArray<Offer>) => Effect.Effect<void>
    /** Offers the jobs that do not exist or were cancelled. */
    readonly offerAbsent: (offers: ReadonlyArray<Offer>) => Effect.Effect<void>
    /** Cancels an offer: a current run is superseded, and the job is deleted when no run holds it. */
    readonly withdraw: (name: Name) => Effect.Effect<void>
    /**
     * Claims due jobs: of each kind those due first, or for a shared kind those of the least recently served shares,
     * alternating between kinds in the given order. Two calls never claim the same job, and a call does not wait for
     * another, nor for an offer that is not committed yet.
     */
    readonly claim: (ask: ClaimRequest) => Effect.Effect<ReadonlyArray<ClaimedJob>>
    /** Extends a lease. */
    readonly renew: (claim: Claim, until: number) => Effect.Effect<ClaimStatus>
    /** Returns the claim of a run on its job; inside `atomic` it stays the same until the transaction ends. */
    readonly standing: (claim: Claim) => Effect.Effect<ClaimStatus>
    /** Ends a run as defined by `Job.ended`. */
    readonly end: (claim: Claim, next: Next | undefined) => Effect.Effect<ClaimStatus>
    /** Lists jobs that failed permanently, latest first. */
    readonly listFailed: (after: Keyset | undefined, limit: number) => Effect.Effect<ReadonlyArray<Job>>
    readonly countFailed: Effect.Effect<number>
    /** Counts jobs by kind; kinds without jobs are absent. */
    readonly tally: (now: number) => Effect.Effect<ReadonlyArray<KindTally>>
    /** Queues a failed job again, with all its attempts; returns whether there was one. */
    readonly retry: (name: Name, runAt: number) => Effect.Effect<boolean>
    /** Removes jobs that failed before an instant, and the remains of cancelled ones; returns how many. */
    readonly forgetFailed: (before: number) => Effect.Effect<number>
  }
>()("@quire/core/JobStore") {}
