import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { Actor, Outbox, RowStore, Subscriptions } from "@quire/core"
import { Quire } from "@quire/http"
import { Clock, Duration, Effect, Layer, Logger, ManagedRuntime } from "effect"

/** A process that creates events and receives those of all processes until it is killed; it records what it receives. */
export interface Given {
  readonly url: string
  readonly log: string
  /** Milliseconds that its clock is ahead. */
  readonly ahead: number
}

export type Command =
  | { readonly do: "make"; readonly ids: ReadonlyArray<string> }
  | { readonly do: "ahead"; readonly by: number }

export type Message = { readonly event: "open" | "made" | "shifted" }

const given: Given = JSON.parse(process.argv[2] ?? "{}")
const say = (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`)
const log = (line: string) => appendFileSync(given.log, `${line} ${process.pid}\n`)

let ahead = given.ahead
const real = Clock.Clock.defaultValue()
const millis = () => real.currentTimeMillisUnsafe() + ahead
const wakers = new Set<() => void>()

/** Ends at a moment of the clock that may be set ahead, as it would for a process that has stood still. */
const sleepUntil = (due: number) =>
  Effect.callback<void>((resume) => {
    let timer = setTimeout(() => undefined, 0)
    const end = () => {
      clearTimeout(timer)
      wakers.delete(wake)
    }
    const wake = () => {
      clearTimeout(timer)
      const left = due - millis()
      if (left > 0) timer = setTimeout(wake, left)
      else {
        end()
        resume(Effect.void)
      }
    }
    wakers.add(wake)
    wake()
    return Effect.sync(end)
  })

const clock: Clock.Clock = {
  currentTimeMillisUnsafe: millis,
  currentTimeMillis: Effect.sync(millis),
  currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe(),
  currentTimeNanos: real.currentTimeNanos,
  monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: real.monotonicTimeNanos,
  sleep: (duration) => sleepUntil(millis() + Duration.toMillis(duration))
}

const runtime = ManagedRuntime.make(
  Quire.layer({ store: { kind: "postgres", url: given.url }, baseUrl: "http://quire.test" }).pipe(
    Layer.provideMerge(Layer.merge(Layer.succeed(Clock.Clock, clock), Logger.layer([])))
  )
)

const spaces = 4

/** Transactions side by side, so that they commit in another order than they began. */
const make = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const outbox = yield* Outbox.Outbox
  const { atomic } = yield* RowStore.RowStore
  const append = (id: string, index: number) =>
    atomic(
      outbox.append({
        id,
        type: "spaces.update",
        at: millis(),
        actor: "system",
        token: null,
        organization: "o",
        space: `s${index % spaces}`,
        subjects: []
      })
    )
  yield* Effect.forEach(ids.entries(), ([index, id]) => append(id, index), { concurrency: 5 })
})

const subscribing = Effect.gen(function* () {
  const { subscribe } = yield* Subscriptions.Subscriptions
  yield* subscribe("index", ({ id }) =>
    Effect.gen(function* () {
      log(`begin ${id}`)
      yield* Effect.sleep(Number.parseInt(id.slice(-1), 10))
      log(`end ${id}`)
    })
  )
})

await runtime.runPromise(Effect.provideService(subscribing, Actor.Actor, Actor.system))
say({ event: "open" })

for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line)
  if (command.do === "make") {
    await runtime.runPromise(make(command.ids))
    say({ event: "made" })
  } else {
    ahead += command.by
    for (const wake of wakers) wake()
    say({ event: "shifted" })
  }
}
process.exit(0)
