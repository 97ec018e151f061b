import { Effect } from "effect"

/** Turns at a few places, given to people in rotation: one at a time each, however many they ask for. */
export interface Turns {
  /** Runs an effect when its turn has come. */
  readonly withTurn: (person: string) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export const make = (places: number): Turns => {
  /** What each person waits with; who was served last stands last. */
  const waiting = new Map<string, ReadonlyArray<() => void>>()
  const working = new Set<string>()

  const setWaiting = (person: string, starts: ReadonlyArray<() => void>) => {
    waiting.delete(person)
    if (starts.length > 0) waiting.set(person, starts)
  }

  const findNext = () => Array.from(waiting).find(([person]) => !working.has(person))

  /** Work may end before `start` returns, and serve others: who is next is asked anew each time. */
  const serve = () => {
    for (let found = findNext(); found !== undefined && working.size < places; found = findNext()) {
      const [person, [start, ...rest]] = found
      working.add(person)
      setWaiting(person, rest)
      start?.()
    }
  }

  const end = (person: string) => {
    working.delete(person)
    serve()
  }

  const begin = (person: string) =>
    Effect.callback<void>((resume) => {
      let isStarted = false
      const start = () => {
        isStarted = true
        resume(Effect.void)
      }
      waiting.set(person, [...(waiting.get(person) ?? []), start])
      serve()
      return Effect.sync(() => {
        if (isStarted) return end(person)
        setWaiting(person, waiting.get(person)?.filter((other) => other !== start) ?? [])
      })
    })

  return {
    withTurn: (person) => (work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.andThen(
          restore(begin(person)),
          Effect.ensuring(
            restore(work),
            Effect.sync(() => end(person))
          )
        )
      )
  }
}
