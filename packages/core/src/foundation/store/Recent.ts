interface Entry<A> {
  readonly value: A
  readonly weight: number
  /** The period in which it was used last, by number. */
  used: number
}

/** A cache of values by key, limited by total weight; evicts the least recently used first. */
export interface Recent<A> {
  readonly has: (key: string) => boolean
  /** Reads a value and marks it as used. */
  readonly get: (key: string) => A | undefined
  /** The weight of a value; zero if there is none. */
  readonly weightOf: (key: string) => number
  /** Stores a value, replacing any with the same key. A value heavier than the limit is ignored. */
  readonly put: (key: string, value: A, weight: number) => void
  readonly total: () => number
  /** Ends a period, and drops entries that were not used in it. */
  readonly forgetUnused: () => void
}

export const make = <A>(limit: number): Recent<A> => {
  const entries = new Map<string, Entry<A>>()
  let total = 0
  let period = 0

  const weightOf = (key: string) => entries.get(key)?.weight ?? 0

  const forget = (key: string) => {
    total -= weightOf(key)
    entries.delete(key)
  }

  const put = (key: string, value: A, weight: number) => {
    if (weight > limit) return
    forget(key)
    entries.set(key, { value, weight, used: period })
    total += weight
    for (const oldest of entries.keys()) {
      if (total <= limit) break
      forget(oldest)
    }
  }

  const get = (key: string): A | undefined => {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    entries.delete(key)
    entry.used = period
    entries.set(key, entry)
    return entry.value
  }

  const forgetUnused = () => {
    for (const [key, { used }] of entries) {
      if (used === period) break
      forget(key)
    }
    period += 1
  }

  return { has: (key) => entries.has(key), get, weightOf, put, total: () => total, forgetUnused }
}
