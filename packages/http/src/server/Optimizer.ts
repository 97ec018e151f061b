import { setFlagsFromString } from "node:v8"

export const limits = {
  /** Milliseconds after the start of a process in which nothing is optimized. */
  start: 3_000
} as const

/**
 * Prevents V8 from optimizing functions while the process starts: code that often runs then, such as building schemas
 * and layers, hardly runs again, and optimizing it costs more than it saves. It affects the whole process. Do not use
 * it in a process that stores its compile cache, because V8 only accepts a cache under the flags that created it.
 */
export const postpone = (): void => {
  setFlagsFromString("--no-opt")
  setTimeout(() => setFlagsFromString("--opt"), limits.start).unref()
}
