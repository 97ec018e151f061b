import { Maintenance, type Reindex } from "@quire/core"
import { Clock, Data, Effect, Layer } from "effect"
import * as Logging from "../server/Logging.ts"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"

/** Some maintenance failed; the next run retries it. */
export class MaintenanceFailed extends Data.TaggedError("MaintenanceFailed")<{
  readonly parts: ReadonlyArray<Maintenance.Part>
}> {
  override get message() {
    return `${this.parts.join(", ")} failed; the lines above give the reasons, and the next run tries again`
  }
}

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const describe = ({ chained, handedOut, isDone, jobs, emails, reindexed }: Maintenance.Done): string =>
  [
    `${jobs.done} jobs done, ${jobs.failed} failed`,
    `${emails.sent} emails sent, ${emails.failed} failed`,
    `${handedOut} events dispatched`,
    `${chained} audit log entries written`,
    `${reindexed.spaces} spaces with ${reindexed.pages} pages reindexed`,
    isDone ? "nothing left" : "more work is left"
  ].join(", ")

const secondsOf = (text: string | undefined): Effect.Effect<number, UsageError> => {
  if (text === undefined) return Effect.succeed(Maintenance.limits.seconds)
  return /^[1-9]\d{0,4}$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(new UsageError({ message: `--seconds must be an integer from 1 to 99999, not "${text}"` }))
}

/** Milliseconds between two lines of reindexing progress. */
const between = 5_000

/** Prints reindexing progress at the start, every few seconds, and at the end. */
const tellReindexed = () => {
  let last = Number.NEGATIVE_INFINITY
  return ({ pages, spaces }: Reindex.Progress, outOf: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      if (spaces < outOf && now - last < between) return
      last = now
      process.stderr.write(`quire: search: ${spaces} of ${outOf} spaces reindexed, ${pages} pages\n`)
    })
}

/** Runs due maintenance; fails if some of it failed (rule upkeep-run). */
export const upkeep = (settings: Settings, given: string | undefined): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* PersistentStore.requirePersistentStore(settings)
    const seconds = yield* secondsOf(given)
    const logging = Logging.layer((line) => void process.stderr.write(`${line}\n`))
    const engine = Layer.provideMerge(PersistentStore.engine(settings), logging)
    const done = yield* Effect.provide(Maintenance.run({ seconds, onReindexed: tellReindexed() }), engine)
    yield* print(describe(done))
    if (done.failed.length > 0) return yield* new MaintenanceFailed({ parts: done.failed })
  })
