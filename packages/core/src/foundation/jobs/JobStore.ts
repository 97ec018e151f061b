import { Context, type Effect } from "effect"
import type { Keyset } from "../store/RowStore.ts"
import type { Claim, ClaimedJob, ClaimStatus, Job, Next, Offer } from "./Job.ts"

/** What one step of a runner may take. */
export interface ClaimRequest {
  /** Kinds with free capacity, in order of priority, each with the number of its jobs that may be claimed. */
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

/** The number of jobs of a kind that are due, that are running, and that failed permanently. */
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
    /** Offers the jobs that do not exist or were cancelled. */
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
    /** Lists jobs that failed permanently, latest first. */
    readonly listFailed: (after: Keyset | undefined, limit: number) => Effect.Effect<ReadonlyArray<Job>>
    readonly countFailed: Effect.Effect<number>
    /** The jobs of each kind that has any. */
    readonly tally: (now: number) => Effect.Effect<ReadonlyArray<KindTally>>
    /** Makes a failed job wait again, with all its attempts; whether there was one. */
    readonly retry: (name: Name, runAt: number) => Effect.Effect<boolean>
    /** Removes jobs that failed before an instant, and the remains of cancelled ones; returns how many. */
    readonly forgetFailed: (before: number) => Effect.Effect<number>
  }
>()("@quire/core/JobStore") {}
