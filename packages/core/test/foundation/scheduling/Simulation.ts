import { type Entry, FairSchedule, type Limits, type Share } from "../../../src/foundation/scheduling/FairSchedule.ts"

interface Job {
  readonly share: Share
  readonly cost: number
  readonly askedAt: number
}

/** A pool whose jobs take as long as they cost, one after the other in simulated time. */
export class Simulation {
  now = 0
  readonly schedule: FairSchedule<Job>
  readonly waiting = new Set<Entry<Job>>()
  readonly running = new Set<Entry<Job>>()
  readonly started: Array<Entry<Job>> = []
  refused = 0
  readonly limits: Limits

  constructor(limits: Limits) {
    this.limits = limits
    this.schedule = new FairSchedule<Job>(limits)
  }

  ask(share: Share, cost: number): Entry<Job> | undefined {
    const offered = this.schedule.offer({ share, cost, askedAt: this.now }, share, this.now)
    if (offered._tag === "Refused") {
      this.refused += 1
      return undefined
    }
    if (offered.displaced !== undefined) this.waiting.delete(offered.displaced)
    this.waiting.add(offered.entry)
    this.#serve()
    return offered.entry
  }

  withdraw(which: number): void {
    const entry = [...this.waiting][which]
    if (entry === undefined) return
    this.schedule.withdraw(entry)
    this.waiting.delete(entry)
    this.#serve()
  }

  /** Lets time pass until a moment, and ends what is done by then. */
  passUntil(end: number): void {
    for (;;) {
      const [next] = [...this.running].sort((a, b) => this.#endOf(a) - this.#endOf(b))
      if (next === undefined || this.#endOf(next) > end) break
      this.now = Math.max(this.now, this.#endOf(next))
      this.running.delete(next)
      this.schedule.end(next, this.now)
      this.#serve()
    }
    this.now = Math.max(this.now, end)
  }

  drain(): void {
    while (this.running.size > 0) this.passUntil(Math.min(...[...this.running].map((each) => this.#endOf(each))))
  }

  #endOf(entry: Entry<Job>): number {
    return entry.startedAt + entry.job.cost
  }

  #serve(): void {
    for (let entry = this.schedule.next(this.now); entry !== undefined; entry = this.schedule.next(this.now)) {
      this.waiting.delete(entry)
      this.running.add(entry)
      this.started.push(entry)
    }
  }
}
