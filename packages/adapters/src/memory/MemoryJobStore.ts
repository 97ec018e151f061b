import { CodePoint, Job, JobStore } from "@quire/core"
import { Array as Arrays, Effect, HashMap, Layer, Option, Result } from "effect"
import type { MemoryState } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"

const find = ({ jobs }: MemoryState, name: JobStore.Name) => Option.getOrUndefined(HashMap.get(jobs, Job.idOf(name)))

const put = (transaction: Transaction, name: JobStore.Name, job: Job.Job | undefined) => {
  const { draft } = transaction
  const id = Job.idOf(name)
  const jobs = job === undefined ? HashMap.remove(draft.jobs, id) : HashMap.set(draft.jobs, id, job)
  transaction.draft = { ...draft, jobs }
}

const dueFirst = (a: Job.Job, b: Job.Job) => Job.dueAt(a) - Job.dueAt(b) || CodePoint.compare(a.key, b.key)

/** The first due jobs of each share, then the second ones, and so on; shares that were served last come last. */
const turnFirst = (due: ReadonlyArray<Job.Job>, served: ReadonlyArray<string>): ReadonlyArray<Job.Job> => {
  const shares = Object.values(Arrays.groupBy([...due].sort(dueFirst), ({ share = "" }) => share))
  const placed = shares.flatMap((some) => some.map((job, nth) => ({ job, nth })))
  const lastOf = ({ kind, share = "" }: Job.Job) => served.indexOf(JobStore.servedName(kind, share))
  return placed
    .sort((a, b) => a.nth - b.nth || lastOf(a.job) - lastOf(b.job) || dueFirst(a.job, b.job))
    .map(({ job }) => job)
}

/** The first due jobs of each kind, then the second ones, and so on. */
const findDue = (
  { jobs }: MemoryState,
  { kinds, limit, now, served = [] }: JobStore.ClaimRequest
): ReadonlyArray<Job.Job> => {
  const due = Array.from(HashMap.values(jobs)).filter((job) => Job.isDue(job, now))
  const byKind = kinds.map(({ isShared, kind, room }) => {
    const own = due.filter((job) => job.kind === kind)
    return (isShared === true ? turnFirst(own, served) : own.sort(dueFirst)).slice(0, room)
  })
  const rounds = Math.max(0, ...byKind.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => byKind.flatMap((some) => some.slice(round, round + 1)))
    .flat()
    .slice(0, limit)
}

const claim = (transaction: Transaction, ask: JobStore.ClaimRequest): ReadonlyArray<Job.ClaimedJob> =>
  findDue(transaction.draft, ask).map((job) => {
    const taken = Job.claimed(job, ask.token, ask.until)
    put(transaction, job, taken)
    const { attempts: attempt, key, kind, payload, sequence, share = "" } = taken
    return { kind, key, payload, sequence, attempt, share, token: ask.token }
  })

const renew = (transaction: Transaction, claim: Job.Claim, until: number): Job.ClaimStatus => {
  const job = find(transaction.draft, claim)
  const standing = Job.claimStatus(job, claim)
  if (job !== undefined && standing !== "lost") put(transaction, job, { ...job, held: { token: claim.token, until } })
  return standing
}

const end = (transaction: Transaction, claim: Job.Claim, next: Job.Next | undefined): Job.ClaimStatus => {
  const job = find(transaction.draft, claim)
  if (job !== undefined) put(transaction, job, Job.ended(job, claim, next))
  return Job.claimStatus(job, claim)
}

const retry = (transaction: Transaction, name: JobStore.Name, runAt: number): boolean => {
  const job = find(transaction.draft, name)
  if (job?.failedAt === undefined) return false
  put(transaction, job, { ...job, runAt, attempts: 0, failedAt: undefined })
  return true
}

const listFailed = ({ jobs }: MemoryState): ReadonlyArray<Job.Job & { readonly failedAt: number }> =>
  Array.from(HashMap.values(jobs))
    .flatMap((job) => (job.failedAt === undefined ? [] : [{ ...job, failedAt: job.failedAt }]))
    .sort((a, b) => b.failedAt - a.failedAt || CodePoint.compare(Job.idOf(b), Job.idOf(a)))

const tallyOf = ({ jobs }: MemoryState, now: number): ReadonlyArray<JobStore.KindTally> => {
  const byKind = Arrays.groupBy(HashMap.values(jobs), ({ kind }) => kind)
  return Object.entries(byKind)
    .sort(([a], [b]) => CodePoint.compare(a, b))
    .map(([kind, some]) => ({
      kind,
      due: some.filter((job) => Job.isDue(job, now)).length,
      running: some.filter(({ held }) => held !== undefined && held.until > now).length,
      failed: some.filter(({ failedAt }) => failedAt !== undefined).length
    }))
}

const make = ({ read, write }: typeof MemoryStore.Service): typeof JobStore.JobStore.Service => {
  const writing = <A>(operation: string, f: (transaction: Transaction) => A) =>
    write(`jobs: ${operation}`, (transaction) => Result.succeed(f(transaction)))
  const reading = <A>(operation: string, f: (state: MemoryState) => A) => read(`jobs: ${operation}`, f)
  return {
    offer: (offers) =>
      writing("offer", (transaction) => {
        for (const offer of offers) put(transaction, offer, Job.offered(find(transaction.draft, offer), offer))
      }),
    offerAbsent: (offers) =>
      writing("offer absent", (transaction) => {
        for (const offer of offers)
          if (find(transaction.draft, offer)?.isWithdrawn !== false)
            put(transaction, offer, Job.offered(find(transaction.draft, offer), offer))
      }),
    withdraw: (name) =>
      writing("withdraw", (transaction) => {
        const job = find(transaction.draft, name)
        if (job !== undefined) put(transaction, name, Job.withdrawn(job))
      }),
    claim: (ask) => writing("claim", (transaction) => claim(transaction, ask)),
    renew: (claim, until) => writing("renew", (transaction) => renew(transaction, claim, until)),
    standing: (claim) => reading("standing", (state) => Job.claimStatus(find(state, claim), claim)),
    end: (claim, next) => writing("end", (transaction) => end(transaction, claim, next)),
    listFailed: (after, limit) =>
      reading("list failed", (state) => {
        const failed = listFailed(state)
        const [at] = after?.order ?? []
        const isAfter = (job: Job.Job & { readonly failedAt: number }) =>
          after === undefined ||
          job.failedAt < Number(at) ||
          (job.failedAt === at && CodePoint.compare(Job.idOf(job), after.id) < 0)
        return failed.filter(isAfter).slice(0, limit)
      }),
    countFailed: reading("count failed", (state) => listFailed(state).length),
    tally: (now) => reading("tally", (state) => tallyOf(state, now)),
    retry: (name, runAt) => writing("retry", (transaction) => retry(transaction, name, runAt)),
    forgetFailed: (before) =>
      writing("forget failed", (transaction) => {
        const isOld = ({ failedAt, held, isWithdrawn }: Job.Job) =>
          (failedAt ?? before) < before || (isWithdrawn && (held?.until ?? 0) < before)
        const old = Array.from(HashMap.values(transaction.draft.jobs)).filter(isOld)
        for (const job of old) put(transaction, job, undefined)
        return old.length
      })
  }
}

/** `JobStore` in memory. */
export const layer: Layer.Layer<JobStore.JobStore, never, MemoryStore> = Layer.effect(
  JobStore.JobStore,
  Effect.map(MemoryStore, make)
)
