import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

export const limits = {
  /** Bytes for new objects: two halves, one of which is used between collections. V8's own limit is 32 MiB. */
  newObjects: 25_165_824
} as const

/**
 * Keeps V8 from allocating new objects directly in its old generation when earlier objects from the same allocation
 * site lived long. Contexts made while the API is built stay alive and those of requests do not, but both come from the
 * same sites: V8 would keep every request, its socket and its response until the next full collection. Call it once,
 * before the layers of a server are built; it affects the whole process.
 */
export const keepRequestsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")

const room = (): number => getHeapSpaceStatistics().find((each) => each.space_name === "new_space")?.space_size ?? 0

/** Objects of which enough outlive a collection for V8 to make more room. */
const fill = (): void => {
  const kept: Array<object> = []
  while (room() < limits.newObjects && kept.length < 500_000) for (let more = 0; more < 1_000; more++) kept.push({})
}

/**
 * Keeps what V8 holds for new objects at `limits.newObjects`. Its limit can be set only on the command line of the
 * process, but by what it grows is looked at each time: by twelve once, and not at all from then on. Call it as early as
 * possible, while there is less; it affects the whole process.
 */
export const limitNewObjects = (): void => {
  setFlagsFromString("--semi-space-growth-factor=12")
  fill()
  setFlagsFromString("--semi-space-growth-factor=1")
}
