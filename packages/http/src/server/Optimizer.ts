import { setFlagsFromString } from "node:v8"

export const limits = {
  /** Milliseconds after the start of a process in which nothing is optimized. */
  start: 3_000
} as const

/**
 * Keeps V8 from optimizing functions while the process starts: what runs often then, such as making schemas and layers,
 * hardly runs again, and optimizing it takes longer than it saves. It affects the whole process, and is not for a process
 * that keeps what it compiles: V8 takes that back only under the flags that it was kept under.
 */
export const postpone = (): void => {
  setFlagsFromString("--no-opt")
  setTimeout(() => setFlagsFromString("--opt"), limits.start).unref()
}
