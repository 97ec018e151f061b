import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { NodeCrypto } from "@quire/adapters"
import { Postgres } from "@quire/adapters/postgres"
import { IdGenerator, JobKind, JobRunner, Jobs, Outbox } from "@quire/core"
import { Clock, Effect, Layer, Logger, ManagedRuntime, Redacted, Schema } from "effect"
import { shiftedClock } from "./shiftedClock.ts"

/** A process that does jobs until it is killed. It writes down in a file, line by line, when runs begin and end. */
export interface Given {
  readonly url: string
  readonly log: string
  /** Milliseconds that its clock is ahead. */
  readonly ahead: number
}

export type Command =
  | { readonly do: "offer"; readonly jobs: ReadonlyArray<readonly [key: string, work: Work]> }
  | { readonly do: "ahead"; readonly by: number }
  | { readonly do: "stop" }

export type Message = { readonly event: "open" | "offered" | "shifted" }

const Work = Schema.Struct({ number: Schema.Int, takes: Schema.Int })
type Work = typeof Work.Type

const given: Given = JSON.parse(process.argv[2] ?? "{}")
const say = (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`)
const log = (line: string) => appendFileSync(given.log, `${line} ${process.pid}\n`)

const { clock, shift } = shiftedClock(given.ahead)

const kind = JobKind.make({ name: "work", payload: Work, deadline: 60_000, attempts: 1_000, firstWait: 1, atOnce: 3 })

const layer = JobRunner.JobRunner.layer.pipe(
  Layer.provideMerge(Jobs.Jobs.layer),
  Layer.provideMerge(Postgres.layer({ url: Redacted.make(given.url), maxConnections: 5 })),
  Layer.provideMerge(NodeCrypto.layerWith({ master: undefined, previousMaster: undefined }))
)

const runtime = ManagedRuntime.make(
  Layer.provideMerge(layer, Layer.merge(Layer.succeed(Clock.Clock, clock), Logger.layer([])))
)

const handling = Effect.gen(function* () {
  const jobs = yield* Jobs.Jobs
  const outbox = yield* Outbox.Outbox
  const nextId = yield* IdGenerator.IdGenerator
  const append = (key: string, { number }: Work) =>
    Effect.flatMap(nextId, (id) =>
      outbox.append({
        id,
        type: "tests.work",
        at: number,
        actor: "system",
        token: null,
        organization: null,
        space: null,
        subjects: [key]
      })
    )
  yield* jobs.handle(kind, ({ key, payload, write }) =>
    Effect.gen(function* () {
      log(`begin ${key}`)
      yield* Effect.sleep(payload.takes)
      yield* write(append(key, payload))
    }).pipe(Effect.ensuring(Effect.sync(() => log(`end ${key}`))))
  )
  return jobs
})

const jobs = await runtime.runPromise(handling)
const serving = new AbortController()
const served = runtime.runPromiseExit(
  Effect.flatMap(JobRunner.JobRunner, ({ serve }) => serve),
  {
    signal: serving.signal
  }
)
say({ event: "open" })

for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line)
  if (command.do === "offer") {
    await runtime.runPromise(jobs.offerAll(kind, command.jobs))
    say({ event: "offered" })
  } else if (command.do === "ahead") {
    shift(command.by)
    say({ event: "shifted" })
  } else {
    serving.abort()
    await served
    await runtime.dispose()
    break
  }
}
process.exit(0)
