interface Entry<A> {
  readonly value: A
  readonly weight: number
}

/** A cache of values by key, limited by total weight; evicts the least recently used first. */
export interface Recent<A> {
  readonly has: (key: string) => boolean
  /** Reads a value and marks it as used. */
  readonly get: (key: string) => A | undefined
  /** The weight of a value; zero if there is none. */
  readonly weightOf: (key: string) => number
  /** Stores a value in place of any with the same key. A value heavier than the limit changes nothing. */
  readonly put: (key: string, value: A, weight: number) => void
  readonly total: () => number
}

export const make = <A>(limit: number): Recent<A> => {
  const entries = new Map<string, Entry<A>>()
  let total = 0

  const weightOf = (key: string) => entries.get(key)?.weight ?? 0

  const forget = (key: string) => {
    total -= weightOf(key)
    entries.delete(key)
  }

  const put = (key: string, value: A, weight: number) => {
    if (weight > limit) return
    forget(key)
    entries.set(key, { value, weight })
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
    entries.set(key, entry)
    return entry.value
  }

  return { has: (key) => entries.has(key), get, weightOf, put, total: () => total }
}
