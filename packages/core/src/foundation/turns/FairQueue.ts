import { Effect } from "effect"

/** A few places for work, given to people in rotation: each has at most one at a time, however much they ask for. */
export interface FairQueue {
  /** Runs an effect when it gets a place. */
  readonly withTurn: (person: string) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export const make = (places: number): FairQueue => {
  /** The waiting work of each person; whoever was served last comes last. */
  const waiting = new Map<string, ReadonlyArray<() => void>>()
  const working = new Set<string>()

  const setWaiting = (person: string, starts: ReadonlyArray<() => void>) => {
    waiting.delete(person)
    if (starts.length > 0) waiting.set(person, starts)
  }

  const findNext = () => Array.from(waiting).find(([person]) => !working.has(person))

  /** Work may end before `start` returns and serve others, so the next person is looked up each time. */
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
