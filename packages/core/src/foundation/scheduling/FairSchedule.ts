/**
 * The state of an account: the slot time that it has used, the jobs that it has running, and when it was last served.
 */
export interface Position {
  readonly time: number
  readonly running: number
  readonly served: number
}

/** Whether one position goes before another. */
export const sooner = (one: Position, other: Position): boolean => {
  if (one.time !== other.time) return one.time < other.time
  if (one.running !== other.running) return one.running < other.running
  return one.served < other.served
}

export const later = (one: Position, other: Position): Position => (sooner(one, other) ? other : one)

const origin: Position = { time: 0, running: 0, served: 0 }

/** The slot time that an account has used, including jobs that still run. */
export class Account {
  waiting = 0
  running = 0
  #used = 0
  /** Sum of the start times of running jobs. */
  #started = 0
  #served = 0

  position(now: number): Position {
    const time = this.#used + this.running * now - this.#started
    return { time, running: this.running, served: this.#served }
  }

  /** Adds a waiting job. An account that was idle starts no earlier than the ones that are being served. */
  wait(virtual: number): void {
    if (this.waiting + this.running === 0) this.#used = Math.max(this.#used, virtual)
    this.waiting += 1
  }

  start(now: number, served: number): void {
    this.waiting -= 1
    this.running += 1
    this.#started += now
    this.#served = served
  }

  end(startedAt: number, now: number): void {
    this.running -= 1
    this.#started -= startedAt
    this.#used += Math.max(0, now - startedAt)
  }

  /** Whether a new account would have the same position as this one. */
  isForgettable(virtual: number): boolean {
    return this.waiting + this.running === 0 && this.#used <= virtual
  }
}

/** A share of a pool with its child shares; jobs wait in the innermost. */
export class ShareNode<Entry> extends Account {
  readonly children = new Map<string, ShareNode<Entry>>()
  readonly queue: Array<Entry> = []
  /** For innermost shares, the account that is charged in every organization. */
  payer: Account | undefined
  /** The time of the child share that was served last. */
  virtual = 0

  child(name: string): ShareNode<Entry> {
    const found = this.children.get(name) ?? new ShareNode<Entry>()
    this.children.set(name, found)
    return found
  }

  /** Records that a child share is served. */
  pass({ time }: Position): void {
    this.virtual = Math.max(this.virtual, time)
  }

  /** The first of the child shares that satisfy a condition. */
  least(isDue: (child: ShareNode<Entry>) => boolean, now: number): ShareNode<Entry> | undefined {
    let best: ShareNode<Entry> | undefined
    for (const child of this.children.values()) {
      if (isDue(child) && (best === undefined || sooner(child.position(now), best.position(now)))) best = child
    }
    return best
  }

  /** The lowest position among the payers of waiting jobs; the origin if a job has no payer. */
  leastPayer(now: number): Position {
    if (this.children.size === 0) return this.payer?.position(now) ?? origin
    let best: Position | undefined
    for (const child of this.children.values()) {
      if (child.waiting === 0) continue
      const position = child.leastPayer(now)
      if (best === undefined || sooner(position, best)) best = position
    }
    return best ?? origin
  }

  /** The child share with the most waiting jobs. */
  longest(): ShareNode<Entry> | undefined {
    let best: ShareNode<Entry> | undefined
    for (const child of this.children.values()) if (best === undefined || child.waiting > best.waiting) best = child
    return best
  }

  /** The most recent job of the share with the most waiting jobs. */
  newest(): Entry | undefined {
    return this.children.size === 0 ? this.queue.at(-1) : this.longest()?.newest()
  }

  prune(): void {
    for (const [name, child] of this.children) {
      if (child.isForgettable(this.virtual)) this.children.delete(name)
      else child.prune()
    }
  }

  clear(): void {
    this.children.clear()
    this.virtual = 0
  }
}

/** Identifies the caller. Shares are by organization, then by group within it, then by client within that. */
export interface Share {
  readonly organization: string
  /** A user, an installation, or all anonymous readers of one site. */
  readonly group: string
  /** The address of an anonymous caller, otherwise empty. */
  readonly client: string
  /** What is charged in addition to the organization: a user or an address; undefined when unknown. */
  readonly payer?: string | undefined
}

export interface Limits {
  /** Number of concurrent jobs. */
  readonly slots: number
  /** Maximum number of concurrent jobs of one organization while others use the pool. */
  readonly perOrganization: number
  /** Maximum number of waiting jobs of one organization, and of one payer. */
  readonly waiting: number
}

export const limits = {
  /**
   * For how long, in milliseconds, a slot is reserved after an organization used a pool, so that no other single
   * organization uses all slots.
   */
  remembered: 600_000
} as const

/** A waiting or running job. */
export interface Entry<A> {
  readonly job: A
  /** The shares from the root to the client. */
  readonly path: ReadonlyArray<ShareNode<Entry<A>>>
  readonly payer: Account | undefined
  state: "waiting" | "running" | "ended"
  startedAt: number
}

/** The result of an offer. A displaced job is one of the same organization that was removed from the queue. */
export type OfferResult<A> =
  | { readonly _tag: "Refused" }
  | { readonly _tag: "Waiting"; readonly entry: Entry<A>; readonly displaced: Entry<A> | undefined }

const accountsOf = <A>({ path, payer }: Entry<A>): ReadonlyArray<Account> =>
  payer === undefined ? path : [...path, payer]

/**
 * Decides which job runs next on a few slots (rule pool-shares). The organization that has used the least slot time
 * goes first, unless its callers have used more elsewhere; within it likewise the group, and within that the client.
 * One that was idle starts level with the one that was served last, so that it neither saves up time nor is penalized
 * for the past. Times are in milliseconds.
 */
export class FairSchedule<A> {
  readonly #limits: Limits
  readonly #root = new ShareNode<Entry<A>>()
  readonly #payers = new Map<string, Account>()
  #served = 0
  /** The organizations that requested work most recently, and before that. */
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

  /** Starts the next job, if there is a free slot for one. */
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

  /** Removes a waiting job. */
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
    const account = payer === undefined ? undefined : (this.#payers.get(payer) ?? new Account())
    if (payer !== undefined && account !== undefined) this.#payers.set(payer, account)
    const leaf = path.at(-1)
    if (leaf !== undefined) leaf.payer = account
    return { job, path, payer: account, state: "waiting", startedAt: 0 }
  }

  /**
   * The job that must be removed before another can wait: undefined if there is room, and the new one itself if none
   * can be removed.
   */
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

  /** Whether another organization has used the pool recently. */
  #isContended(organization: ShareNode<Entry<A>>, now: number): boolean {
    const isOwn = this.#latest !== undefined && this.#root.children.get(this.#latest.organization) === organization
    const other = isOwn ? this.#other : this.#latest
    return other !== undefined && now - other.at < limits.remembered
  }

  #findOrganization(now: number) {
    const { perOrganization, slots } = this.#limits
    let best: { readonly organization: ShareNode<Entry<A>>; readonly position: Position } | undefined
    for (const organization of this.#root.children.values()) {
      const most = this.#isContended(organization, now) ? perOrganization : slots
      if (organization.waiting === 0 || organization.running >= most) continue
      const payer = organization.leastPayer(now)
      const position = later(organization.position(now), payer)
      if (best === undefined || sooner(position, best.position)) best = { organization, position }
    }
    return best
  }

  /** Whether a share of the selected organization contains a job that its caller may run now. */
  #isDue(child: ShareNode<Entry<A>>, position: Position, now: number): boolean {
    return child.waiting > 0 && !sooner(position, child.leastPayer(now))
  }

  /** Deletes shares that no longer affect the order; all of them once nothing waits or runs. */
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
