import { Cause, Effect, Exit, Fiber, Option, Predicate } from "effect"
import { parseCommand } from "./Commands.ts"
import * as Usage from "./Usage.ts"
import { UsageError } from "./UsageError.ts"

const complain = (line: string) => void process.stderr.write(`quire: ${line}\n`)

/** The variables whose lists adapters read, by what they fail with. */
const unreadable = { UnreadableEntry: "QUIRE_FETCH_ALLOW", UnreadableServer: "QUIRE_DNS_SERVERS" } as const

/** Prints one line for errors that people can fix and the whole cause for all others; returns the exit code. */
const report = (cause: Cause.Cause<unknown>): number => {
  if (Cause.hasInterruptsOnly(cause)) return Usage.exitCodes.done
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure instanceof UsageError) {
    complain(failure.message)
    return Usage.exitCodes.misused
  }
  for (const [tag, variable] of Object.entries(unreadable)) {
    if (failure instanceof Error && Predicate.isTagged(failure, tag)) {
      complain(`${variable}: ${failure.message}`)
      return Usage.exitCodes.misused
    }
  }
  if (failure instanceof Error && Predicate.hasProperty(failure, "_tag")) complain(failure.message)
  else complain(Cause.pretty(cause))
  return Predicate.isTagged(failure, "EmbeddedPostgresLost") ? Usage.exitCodes.tryAgain : Usage.exitCodes.failed
}

/** What is read no further is not written, and the command goes on (rule output-unread). */
const outliveReaders = () => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (!Predicate.hasProperty(error, "code") || error.code !== "EPIPE") throw error
    })
  }
}

const run = (effect: Effect.Effect<void, unknown>): void => {
  const fiber = Effect.runFork(effect)
  let signals = 0
  const stop = () => {
    signals++
    if (signals > 1) process.exit(Usage.exitCodes.cut)
    fiber.interruptUnsafe()
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  Effect.runFork(
    Effect.map(Fiber.await(fiber), (exit) =>
      process.exit(Exit.isSuccess(exit) ? Usage.exitCodes.done : report(exit.cause))
    )
  )
}

outliveReaders()
const words = process.argv.slice(2)
if (words.includes("--help") || words.includes("-h")) {
  process.stdout.write(Usage.text)
} else {
  try {
    run(parseCommand(words))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(`${error.message} (quire --help lists what there is)`)
    process.exitCode = Usage.exitCodes.misused
  }
}
