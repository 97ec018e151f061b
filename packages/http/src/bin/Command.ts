import { Effect, Exit, Fiber, Logger, Predicate } from "effect"
import { parseCommand } from "./Commands.ts"
import * as ErrorReport from "./ErrorReport.ts"

/** Stops writing to an output that is no longer read; the command continues (rule output-unread). */
const outliveReaders = () => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (!Predicate.hasProperty(error, "code") || error.code !== "EPIPE") throw error
    })
  }
}

/** Logs to standard error, because standard output is for results. */
const logging = Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])

const run = (effect: Effect.Effect<void, unknown>): void => {
  const fiber = Effect.runFork(Effect.provide(effect, logging))
  let signals = 0
  const stop = () => {
    signals++
    if (signals > 1) process.exit(ErrorReport.exitCodes.cut)
    fiber.interruptUnsafe()
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  Effect.runFork(
    Effect.map(Fiber.await(fiber), (exit) => {
      if (Exit.isSuccess(exit)) process.exit(ErrorReport.exitCodes.done)
      const { code, isLogged, text } = ErrorReport.ofCause(exit.cause)
      if (text !== undefined && !isLogged) process.stderr.write(`quire: ${text}\n`)
      process.exit(code)
    })
  )
}

outliveReaders()
run(parseCommand(process.argv.slice(2), process.env))
