interface Entry<A> {
  readonly value: A
  readonly weight: number
}

/** Values by key up to a weight in all; the least recently used go first. */
export interface Recent<A> {
  readonly has: (key: string) => boolean
  /** A value, which counts as used. */
  readonly get: (key: string) => A | undefined
  /** What a value was said to weigh; zero where there is none. */
  readonly weightOf: (key: string) => number
  /** Keeps a value in place of what has its key; one that is too heavy for all room there is changes nothing. */
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
