import { createInterface } from "node:readline"
import {
  Actor,
  EventDispatcher,
  JobRunner,
  type OrganizationId,
  Organizations,
  type TeamId,
  Teams,
  Users,
  Webhooks
} from "@quire/core"
import { Quire } from "@quire/http"
import { Clock, Effect, Layer, Logger, ManagedRuntime, Schedule } from "effect"
import { shiftedClock } from "./shiftedClock.ts"

/** A process that makes events and tells receivers of them until it is killed. */
export interface Given {
  readonly url: string
  /** Milliseconds that its clock is ahead. */
  readonly ahead: number
}

export interface Made {
  readonly organization: OrganizationId
  readonly team: TeamId
  readonly webhooks: ReadonlyArray<string>
}

export type Command =
  | { readonly do: "begin"; readonly receivers: ReadonlyArray<string> }
  | { readonly do: "make"; readonly of: Made; readonly count: number }
  | { readonly do: "ahead"; readonly by: number }

export type Message = { readonly event: "open" | "made" | "shifted" } | { readonly event: "begun"; readonly made: Made }

const given: Given = JSON.parse(process.argv[2] ?? "{}")
const say = (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`)

const { clock, millis, shift } = shiftedClock(given.ahead)

const runtime = ManagedRuntime.make(
  Quire.layer({
    store: { kind: "postgres", url: given.url },
    baseUrl: "http://quire.test",
    fetchAllow: ["127.0.0.1"]
  }).pipe(Layer.provideMerge(Layer.merge(Layer.succeed(Clock.Clock, clock), Logger.layer([]))))
)

const asHost = Effect.provideService(Actor.Actor, Actor.system)

const begin = Effect.fnUntraced(function* (receivers: ReadonlyArray<string>) {
  const users = yield* Users.Users
  const organizations = yield* Organizations.Organizations
  const teams = yield* Teams.Teams
  const webhooks = yield* Webhooks.Webhooks
  const { id } = yield* asHost(users.ensure({ email: "ada@quire.test", displayName: "Ada", emailVerified: true }))
  const as = Effect.provideService(Actor.Actor, Actor.user(id))
  const organization = (yield* as(organizations.create({ title: "Acme" }))).id
  const team = (yield* as(teams.create(organization, { title: "Team" }))).id
  const made: Array<string> = []
  for (const url of receivers) {
    made.push((yield* as(webhooks.create(organization, { url, events: ["teams.update"] }))).id)
  }
  return { organization, team, webhooks: made } satisfies Made
})

const make = Effect.fnUntraced(function* ({ organization, team }: Made, count: number) {
  const teams = yield* Teams.Teams
  for (let at = 0; at < count; at++) {
    yield* asHost(teams.update(organization, team, { title: `${process.pid} ${millis()} ${at}` }))
  }
})

const serving = Effect.gen(function* () {
  const eventDispatcher = yield* EventDispatcher.EventDispatcher
  const { serve } = yield* JobRunner.JobRunner
  const following = asHost(eventDispatcher.follow()).pipe(Effect.schedule(Schedule.spaced("50 millis")))
  yield* Effect.all([serve, following], { concurrency: "unbounded", discard: true })
})

void runtime.runPromiseExit(serving)
await runtime.runPromise(Effect.void)
say({ event: "open" })

for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line)
  if (command.do === "begin") say({ event: "begun", made: await runtime.runPromise(begin(command.receivers)) })
  else if (command.do === "make") {
    await runtime.runPromise(make(command.of, command.count))
    say({ event: "made" })
  } else {
    shift(command.by)
    say({ event: "shifted" })
  }
}
process.exit(0)
