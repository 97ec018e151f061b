/** What a receiver acknowledged, in the order in which it did; a line that a kill cut off is none. */
export const readLog = (text: string): ReadonlyArray<readonly [event: string, hash: string]> =>
  text.split("\n").flatMap((line) => {
    const [event = "", hash = "", end] = line.split(" ")
    return end === ";" ? [[event, hash] as const] : []
  })

export interface Told {
  readonly problems: ReadonlyArray<string>
  readonly duplicates: number
}

/**
 * Holds what a receiver acknowledged against the events that happened, in their order: all of them, none before one that
 * was before it, and again only with the same id and text, before the next.
 */
export const judge = (events: ReadonlyArray<string>, log: ReturnType<typeof readLog>): Told => {
  const places = new Map(events.map((event, place) => [event, place]))
  const texts = new Map<string, string>()
  const problems: Array<string> = []
  let last = -1
  let duplicates = 0
  for (const [event, hash] of log) {
    const place = places.get(event)
    const known = texts.get(event)
    if (place === undefined) problems.push(`${event} did not happen`)
    else if (place !== last && place !== last + 1)
      problems.push(`${event} is number ${place}, and arrived after ${last}`)
    if (known !== undefined && known !== hash) problems.push(`${event} arrived with another text`)
    if (known !== undefined) duplicates++
    texts.set(event, hash)
    last = place ?? last
  }
  for (const event of events) if (!texts.has(event)) problems.push(`${event} was lost`)
  return { problems, duplicates }
}
