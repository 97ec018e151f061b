import { Upkeep } from "@quire/core"
import { Data, Effect, Layer } from "effect"
import * as Logging from "../server/Logging.ts"
import * as KeptStore from "./KeptStore.ts"
import * as Layers from "./Layers.ts"
import { type Settings, UsageError } from "./Settings.ts"

/** Some of what is due could not be done, and is tried again by the next run. */
export class UpkeepFailed extends Data.TaggedError("UpkeepFailed")<{ readonly parts: ReadonlyArray<Upkeep.Part> }> {
  override get message() {
    return `${this.parts.join(", ")} failed: the lines above say why, and the next run tries again`
  }
}

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const describe = ({ chained, handedOut, isDone, jobs, letters, reindexed }: Upkeep.Done): string =>
  [
    `${jobs.done} jobs done, ${jobs.failed} failed`,
    `${letters.sent} letters sent, ${letters.failed} not taken`,
    `${handedOut} events handed out`,
    `${chained} entries of the audit log`,
    `${reindexed.spaces} spaces indexed again`,
    isDone ? "nothing left" : "more is left"
  ].join(", ")

const secondsOf = (text: string | undefined): Effect.Effect<number, UsageError> => {
  if (text === undefined) return Effect.succeed(Upkeep.limits.seconds)
  return /^[1-9]\d{0,4}$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(new UsageError({ message: `--seconds must be an integer from 1 to 99999, not "${text}"` }))
}

/** Does what is due; fails when some of it failed (rule upkeep-run). */
export const upkeep = (settings: Settings, given: string | undefined): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* KeptStore.requireThere(settings)
    const seconds = yield* secondsOf(given)
    const logging = Logging.layer((line) => void process.stderr.write(`${line}\n`))
    const engine = Layer.provideMerge(Layers.engine(settings, "http://localhost", true), logging)
    const done = yield* Effect.provide(Upkeep.run({ seconds }), engine)
    yield* print(describe(done))
    if (done.failed.length > 0) return yield* new UpkeepFailed({ parts: done.failed })
  })
