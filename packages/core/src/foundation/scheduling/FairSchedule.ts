import * as ShareTree from "./ShareTree.ts"
import { later, ShareNode, sooner } from "./ShareTree.ts"

/** Who has work done. Shares are by organization, then by group within it, then by client within that. */
export interface Share {
  readonly organization: string
  /** A person, an installation, or all anonymous readers of one site. */
  readonly group: string
  /** The address of an anonymous caller, else empty. */
  readonly client: string
  /** What is charged whatever organization the work is for: a person or an address; undefined when unknown. */
  readonly payer?: string | undefined
}

export interface Limits {
  /** Jobs that run at a time. */
  readonly slots: number
  /** Jobs of one organization that run at a time while others use the pool. */
  readonly perOrganization: number
  /** Jobs of one organization, and of one payer, that wait. */
  readonly waiting: number
}

export const limits = {
  /** For how long, in milliseconds, an organization that used a pool has a slot kept free of any other single one. */
  remembered: 600_000
} as const

/** One job that waits or runs. */
export interface Entry<A> {
  readonly job: A
  /** From the root to the client. */
  readonly path: ReadonlyArray<ShareNode<Entry<A>>>
  readonly payer: ShareTree.Account | undefined
  state: "waiting" | "running" | "ended"
  startedAt: number
}

/** What became of an offer. A displaced job is one of the same organization that waits no longer. */
export type OfferResult<A> =
  | { readonly _tag: "Refused" }
  | { readonly _tag: "Waiting"; readonly entry: Entry<A>; readonly displaced: Entry<A> | undefined }

const accountsOf = <A>({ path, payer }: Entry<A>): ReadonlyArray<ShareTree.Account> =>
  payer === undefined ? path : [...path, payer]

/**
 * Decides which job runs next on a few slots (rule pool-shares). The organization goes first that has used the least
 * slot time, as long as its callers have used no more elsewhere; within it likewise the group, and within that the
 * client. One that was idle starts level with the one that was served last, so that it neither saves up time nor is
 * punished for the past. Times are in milliseconds.
 */
export class FairSchedule<A> {
  readonly #limits: Limits
  readonly #root = new ShareNode<Entry<A>>()
  readonly #payers = new Map<string, ShareTree.Account>()
  #served = 0
  /** The organizations that asked last, and before. */
  #latest: { readonly organization: string; readonly at: number } | undefined
  #other: { readonly organization: string; readonly at: number } | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#root.waiting
  }

  get running(): number {
    return this.#root.running
  }

  offer(job: A, share: Share, now: number): OfferResult<A> {
    const { organization, group, client } = share
    if (this.#latest?.organization !== organization) this.#other = this.#latest
    this.#latest = { organization, at: now }
    const entry = this.#enter(job, share, [organization, group, client])
    const displaced = this.#makeRoom(entry)
    if (displaced === entry) {
      this.#forget()
      return { _tag: "Refused" }
    }
    for (const [at, account] of entry.path.entries()) account.wait(entry.path[at - 1]?.virtual ?? 0)
    entry.payer?.wait(this.#root.virtual)
    entry.path.at(-1)?.queue.push(entry)
    if (displaced !== undefined) this.withdraw(displaced)
    return { _tag: "Waiting", entry, displaced }
  }

  /** Starts the job that is next, if there is a free slot for one. */
  next(now: number): Entry<A> | undefined {
    if (this.#root.running >= this.#limits.slots) return undefined
    const found = this.#findOrganization(now)
    if (found === undefined) return undefined
    this.#root.pass(found.position)
    let node = found.organization
    while (node.children.size > 0) {
      const chosen = node.least((child) => this.#isDue(child, found.position, now), now)
      if (chosen === undefined) return undefined
      node.pass(chosen.position(now))
      node = chosen
    }
    const entry = node.queue.shift()
    if (entry === undefined) return undefined
    this.#served += 1
    entry.state = "running"
    entry.startedAt = now
    for (const account of accountsOf(entry)) account.start(now, this.#served)
    return entry
  }

  end(entry: Entry<A>, now: number): void {
    if (entry.state !== "running") return
    entry.state = "ended"
    for (const account of accountsOf(entry)) account.end(entry.startedAt, now)
    this.#forget()
  }

  /** Takes back a job that waits. */
  withdraw(entry: Entry<A>): void {
    if (entry.state !== "waiting") return
    entry.state = "ended"
    const queue = entry.path.at(-1)?.queue ?? []
    queue.splice(queue.indexOf(entry), 1)
    for (const account of accountsOf(entry)) account.waiting -= 1
    this.#forget()
  }

  #enter(job: A, { payer }: Share, names: ReadonlyArray<string>): Entry<A> {
    const path = [this.#root]
    for (const name of names) path.push((path.at(-1) ?? this.#root).child(name))
    const account = payer === undefined ? undefined : (this.#payers.get(payer) ?? new ShareTree.Account())
    if (payer !== undefined && account !== undefined) this.#payers.set(payer, account)
    const leaf = path.at(-1)
    if (leaf !== undefined) leaf.payer = account
    return { job, path, payer: account, state: "waiting", startedAt: 0 }
  }

  /** The job that must go for another to wait: undefined if there is room, and the new one itself if none must. */
  #makeRoom(entry: Entry<A>): Entry<A> | undefined {
    const { waiting } = this.#limits
    const { path, payer } = entry
    const [, organization, group] = path
    if (organization === undefined || group === undefined) return entry
    if ((payer?.waiting ?? 0) >= waiting) return entry
    if (organization.waiting < waiting) return undefined
    for (const [at, node] of path.entries()) {
      const longest = at === 0 ? organization : node.longest()
      const own = path[at + 1]
      if (longest === undefined || own === undefined) return entry
      if (longest !== own) return longest.waiting > own.waiting + 1 ? longest.newest() : entry
    }
    return entry
  }

  /** Whether another organization has used the pool lately. */
  #isContended(organization: ShareNode<Entry<A>>, now: number): boolean {
    const isOwn = this.#latest !== undefined && this.#root.children.get(this.#latest.organization) === organization
    const other = isOwn ? this.#other : this.#latest
    return other !== undefined && now - other.at < limits.remembered
  }

  #findOrganization(now: number) {
    const { perOrganization, slots } = this.#limits
    let best: { readonly organization: ShareNode<Entry<A>>; readonly position: ShareTree.Position } | undefined
    for (const organization of this.#root.children.values()) {
      const most = this.#isContended(organization, now) ? perOrganization : slots
      if (organization.waiting === 0 || organization.running >= most) continue
      const payer = organization.leastPayer(now)
      const position = later(organization.position(now), payer)
      if (best === undefined || sooner(position, best.position)) best = { organization, position }
    }
    return best
  }

  /** Whether a part of the organization that was chosen holds a job that its caller may have done now. */
  #isDue(child: ShareNode<Entry<A>>, position: ShareTree.Position, now: number): boolean {
    return child.waiting > 0 && !sooner(position, child.leastPayer(now))
  }

  /** Forgets shares that nothing depends on any more; all of them once nothing waits or runs. */
  #forget(): void {
    if (this.#root.waiting + this.#root.running === 0) {
      this.#root.clear()
      this.#payers.clear()
      return
    }
    this.#root.prune()
    for (const [name, account] of this.#payers) if (account.isForgettable(this.#root.virtual)) this.#payers.delete(name)
  }
}
