/** Where an account stands: the slot time that it has used, the jobs that it has running, and when it was last served. */
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

/** The slot time that somebody has used, with jobs that still run. */
export class Account {
  waiting = 0
  running = 0
  #used = 0
  /** When the jobs that run were started, summed up. */
  #started = 0
  #served = 0

  position(now: number): Position {
    const time = this.#used + this.running * now - this.#started
    return { time, running: this.running, served: this.#served }
  }

  /** One more job waits. An account that was idle starts no earlier than the ones that are being served. */
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

  /** Whether a new account would stand where this one does. */
  isForgettable(virtual: number): boolean {
    return this.waiting + this.running === 0 && this.#used <= virtual
  }
}

/** A share of a pool with the shares within it; jobs wait in the innermost. */
export class ShareNode<Entry> extends Account {
  readonly children = new Map<string, ShareNode<Entry>>()
  readonly queue: Array<Entry> = []
  /** The account that is charged in every organization, of the innermost shares. */
  payer: Account | undefined
  /** The time of the share within it that was served last. */
  virtual = 0

  child(name: string): ShareNode<Entry> {
    const found = this.children.get(name) ?? new ShareNode<Entry>()
    this.children.set(name, found)
    return found
  }

  /** Notes that a share within it is served. */
  pass({ time }: Position): void {
    this.virtual = Math.max(this.virtual, time)
  }

  /** The first of the shares within it that pass a test. */
  least(isDue: (child: ShareNode<Entry>) => boolean, now: number): ShareNode<Entry> | undefined {
    let best: ShareNode<Entry> | undefined
    for (const child of this.children.values()) {
      if (isDue(child) && (best === undefined || sooner(child.position(now), best.position(now)))) best = child
    }
    return best
  }

  /** The position of the payer of a waiting job that stands first; the origin where one has no payer. */
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

  /** The share within it in which the most jobs wait. */
  longest(): ShareNode<Entry> | undefined {
    let best: ShareNode<Entry> | undefined
    for (const child of this.children.values()) if (best === undefined || child.waiting > best.waiting) best = child
    return best
  }

  /** The job that came last of the share in which the most wait. */
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
