/** The faults in the events that processes recorded, and how many of the events were delivered again. */
export interface Heard {
  readonly problems: ReadonlyArray<string>
  readonly again: number
}

/** Handlers that began while another went on, as far as its process lived. */
const findOverlaps = (lines: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  let running: { readonly id: string; readonly pid: string } | undefined
  return lines.flatMap(([what = "", name = "", pid = ""]) => {
    const other = running
    if (what === "begin") running = { id: name, pid }
    else if (what === "end" || name === other?.pid) running = undefined
    return what === "begin" && other !== undefined
      ? [`${name} began in ${pid} while ${other.id} ran in ${other.pid}`]
      : []
  })
}

/**
 * Holds lines `begin id pid`, `end id pid` and `killed pid` against the ids of all events in their order: all of them
 * were taken, none before the one before it, and a process that goes on goes back and then on without a gap.
 */
export const judge = (events: ReadonlyArray<string>, text: string): Heard => {
  const places = new Map(events.map((id, place) => [id, place]))
  const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [line.split(" ")]))
  const problems = [...findOverlaps(lines)]
  let before: { readonly pid: string; readonly place: number } | undefined
  let highest = -1
  let again = 0
  for (const [what, id = "", pid = ""] of lines) {
    if (what !== "end") continue
    const place = places.get(id)
    if (place === undefined) problems.push(`${id} did not happen`)
    else {
      if (place > highest + 1) problems.push(`${id} is number ${place}, and arrived after ${highest}`)
      if (before?.pid === pid && place > before.place + 1) problems.push(`${pid} left out what is before ${id}`)
      if (place <= highest) again++
      highest = Math.max(highest, place)
      before = { pid, place }
    }
  }
  if (highest !== events.length - 1) problems.push(`${highest + 1} of ${events.length} were delivered`)
  return { problems, again }
}
