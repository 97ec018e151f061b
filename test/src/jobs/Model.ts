/** What jobs promise, in the fewest words: each key's latest offer, who holds it, and what became of it. */

export interface Kind {
  readonly name: string
  readonly attempts: number
  readonly firstWait: number
  readonly longestWait: number
}

export interface Run {
  readonly kind: Kind
  readonly key: string
  /** The number of the offer, of all that were made. */
  readonly offer: number
  readonly attempt: number
}

interface Entry {
  readonly kind: Kind
  readonly key: string
  offer: number
  runAt: number
  attempts: number
  holder: Run | undefined
  until: number
  isFailed: boolean
  /** Canceled while it was held. */
  isGone: boolean
}

export type How = "done" | "again" | "fail" | "back"

export class Model {
  readonly #entries = new Map<string, Entry>()
  /** Offers that were neither canceled nor replaced, and that are not finished. */
  readonly open = new Set<number>()

  #entry({ key, kind }: { readonly kind: Kind; readonly key: string }) {
    return this.#entries.get(`${kind.name} ${key}`)
  }

  offer(kind: Kind, key: string, offer: number, runAt: number): void {
    const former = this.#entry({ kind, key })
    if (former !== undefined) this.open.delete(former.offer)
    const entry = former ?? {
      kind,
      key,
      offer,
      runAt,
      attempts: 0,
      holder: undefined,
      until: 0,
      isFailed: false,
      isGone: false
    }
    Object.assign(entry, { offer, runAt, attempts: 0, isFailed: false, isGone: false })
    this.#entries.set(`${kind.name} ${key}`, entry)
    this.open.add(offer)
  }

  withdraw(kind: Kind, key: string): void {
    const entry = this.#entry({ kind, key })
    if (entry !== undefined) this.open.delete(entry.offer)
    if (entry?.holder === undefined) this.#entries.delete(`${kind.name} ${key}`)
    else Object.assign(entry, { isGone: true, offer: 0 })
  }

  retry(kind: Kind, key: string, now: number): boolean {
    const entry = this.#entry({ kind, key })
    if (entry?.isFailed !== true) return false
    Object.assign(entry, { isFailed: false, attempts: 0, runAt: now })
    this.open.add(entry.offer)
    return true
  }

  /** What may be taken of a kind: free, due and not failed; due for the longest first. */
  #free(kind: Kind, now: number): ReadonlyArray<Entry> {
    const since = (entry: Entry) => (entry.holder === undefined ? entry.runAt : Math.max(entry.runAt, entry.until))
    return [...this.#entries.values()]
      .filter((entry) => entry.kind === kind && !entry.isFailed && !entry.isGone && since(entry) <= now)
      .sort((a, b) => since(a) - since(b) || (a.key < b.key ? -1 : 1))
  }

  claim(kinds: ReadonlyArray<Kind>, room: number, limit: number, now: number, until: number): ReadonlyArray<Run> {
    const waiting = kinds.map((kind) => this.#free(kind, now).slice(0, room))
    const taken: Array<Entry> = []
    for (let turn = 0; turn < room; turn++) taken.push(...waiting.flatMap((some) => some.slice(turn, turn + 1)))
    return taken.slice(0, limit).map((entry) => {
      entry.attempts += 1
      entry.until = until
      entry.holder = { kind: entry.kind, key: entry.key, offer: entry.offer, attempt: entry.attempts }
      return entry.holder
    })
  }

  standing(run: Run): "held" | "superseded" | "lost" {
    const entry = this.#entry(run)
    if (entry?.holder !== run) return "lost"
    return entry.offer === run.offer ? "held" : "superseded"
  }

  renew(run: Run, until: number): "held" | "superseded" | "lost" {
    const entry = this.#entry(run)
    if (entry?.holder === run) entry.until = until
    return this.standing(run)
  }

  end(run: Run, how: How, now: number): "held" | "superseded" | "lost" {
    const standing = this.standing(run)
    const entry = this.#entry(run)
    if (entry === undefined || standing === "lost") return standing
    entry.holder = undefined
    if (entry.isGone) this.withdraw(run.kind, run.key)
    if (standing === "superseded") return standing
    const { attempts, firstWait, longestWait } = run.kind
    if (how === "done") {
      this.withdraw(run.kind, run.key)
    } else if (how === "again") Object.assign(entry, { attempts: 0, runAt: now + 1000 })
    else if (how === "back") Object.assign(entry, { attempts: run.attempt - 1, runAt: now })
    else if (run.attempt >= attempts) {
      entry.isFailed = true
      this.open.delete(run.offer)
    } else entry.runAt = now + Math.min(longestWait, firstWait * 2 ** (run.attempt - 1))
    return standing
  }
}
