const mostCharacters = 16_384

const seen = (): ((key: string, value: unknown) => unknown) => {
  const above = new Set<unknown>()
  return (_key, value) => {
    if (typeof value === "bigint") return `${value}n`
    if (typeof value === "function") return `[Function ${value.name}]`
    if (typeof value === "symbol") return value.toString()
    if (value instanceof Error) return describe(value)
    if (value instanceof Map || value instanceof Set) return Array.from(value)
    if (typeof value !== "object" || value === null) return value
    if (above.has(value)) return "[Circular]"
    above.add(value)
    return value
  }
}

/** An error as its stack, with its name and message above. */
export const describe = (error: Error): string => {
  const head = `${error.name}: ${error.message}`
  return error.stack === undefined || error.stack === "" ? head : `${head}\n${error.stack.trimEnd()}`
}

const show = (value: unknown): string => {
  try {
    if (typeof value === "string") return value
    if (value instanceof Error) return describe(value)
    if (typeof value !== "object") return typeof value === "symbol" ? value.toString() : String(value)
    return JSON.stringify(value, seen()) ?? String(value)
  } catch {
    return "[unreadable]"
  }
}

const write =
  (level: string) =>
  (...values: ReadonlyArray<unknown>): void =>
    host.log(level, values.map(show).join(" ").slice(0, mostCharacters))

const info = write("info")

export const writeError = write("error")

export const console = {
  debug: write("debug"),
  trace: write("debug"),
  log: info,
  info,
  dir: info,
  warn: write("warn"),
  error: writeError,
  assert: (holds: unknown, ...values: ReadonlyArray<unknown>): void => {
    if (!holds) writeError("Assertion failed", ...values)
  },
  group: info,
  groupEnd: (): void => undefined,
  time: (): void => undefined,
  timeEnd: (): void => undefined
}
