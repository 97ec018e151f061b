import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"

export const limits = {
  /** Bytes for new objects: two halves, one of which is used between collections. V8's own limit is 32 MiB. */
  newObjects: 25_165_824
} as const

/**
 * Prevents V8 from allocating new objects directly in its old generation because earlier objects of the same allocation
 * site lived long. Contexts created while the API is built stay alive and those of requests do not, but both come from
 * the same sites. V8 would keep every request, its socket and its response until the next full collection. Call it
 * once, before the layers of a server are built; it affects the whole process.
 */
export const keepRequestsYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring")

const room = (): number => getHeapSpaceStatistics().find((each) => each.space_name === "new_space")?.space_size ?? 0

/** Allocates objects of which enough survive a collection for V8 to grow the space. */
const fill = (): void => {
  const kept: Array<object> = []
  while (room() < limits.newObjects && kept.length < 500_000) for (let more = 0; more < 1_000; more++) kept.push({})
}

/**
 * Keeps V8's space for new objects at `limits.newObjects`. Its limit can only be set on the command line of the
 * process, but its growth factor is read each time: set to twelve once, and to no growth afterwards. Call it as early
 * as possible, while the space is small; it affects the whole process.
 */
export const limitNewObjects = (): void => {
  setFlagsFromString("--semi-space-growth-factor=12")
  fill()
  setFlagsFromString("--semi-space-growth-factor=1")
}
