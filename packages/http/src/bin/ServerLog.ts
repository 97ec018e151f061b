import { format as inspect } from "node:util"
import { Cause, Effect } from "effect"
import * as Logging from "../server/Logging.ts"
import * as ErrorReport from "./ErrorReport.ts"

const methods = ["debug", "error", "info", "log", "warn"] as const

const signals = ["SIGTERM", "SIGINT"] as const

/** Writes a log line immediately. */
export type Write = (level: string, message: string, fields?: { readonly [name: string]: unknown }) => void

/** Captures output to standard error that bypasses the log: from libraries, Node and uncaught failures. */
const capture = (write: Write) => {
  for (const method of methods) {
    console[method] = (...parts: ReadonlyArray<unknown>) =>
      write(method === "error" || method === "warn" ? "WARN" : "INFO", inspect(...parts))
  }
  process.removeAllListeners("warning")
  process.on("warning", ({ message, name }) => write("WARN", message, { warning: name }))
  process.on("uncaughtException", (error, origin) => {
    write("FATAL", "uncaught failure", { origin, cause: error.stack ?? String(error) })
    process.exit(ErrorReport.exitCodes.failed)
  })
}

/** Runs a server whose standard error is only the log, including the reason why it stopped or failed. */
export const around = (
  format: Logging.Format,
  server: (write: Write) => Effect.Effect<void, unknown>
): Effect.Effect<void, unknown> => {
  const print = (line: string) => void process.stderr.write(`${line}\n`)
  const write: Write = (level, message, fields = {}) =>
    print(Logging.format({ time: new Date().toISOString(), level, message, ...fields }, format))
  return Effect.suspend(() => {
    capture(write)
    for (const signal of signals) process.once(signal, () => write("INFO", "stopping", { reason: signal }))
    return Effect.provide(server(write), Logging.layer(print, format))
  }).pipe(
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const report = ErrorReport.ofCause(cause)
      const { text = "" } = report
      write("FATAL", text.split("\n")[0] ?? "", text.includes("\n") ? { cause: text } : {})
      return Effect.fail(new ErrorReport.ReportedFailure(report))
    })
  )
}
