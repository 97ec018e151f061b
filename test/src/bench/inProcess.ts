import { Actor, Bootstrap, Organizations, Spaces } from "@quire/core"
import { Quire } from "@quire/http"
import { Effect } from "effect"
import type { InProcess } from "./report.ts"

const median = (figures: ReadonlyArray<number>) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const costOf = async (times: number, call: () => Promise<unknown>): Promise<number> => {
  const { system, user } = process.cpuUsage()
  for (let time = 0; time < times; time++) await call()
  const after = process.cpuUsage()
  return (after.system + after.user - system - user) / times
}

/** What calls by a user cost, one after the other, in an organization of 200 spaces. */
export const callsOf = (store: string, url: string | undefined, rounds: number): Promise<ReadonlyArray<InProcess>> =>
  Effect.gen(function* () {
    const bootstrap = yield* Bootstrap.Bootstrap
    const organizations = yield* Organizations.Organizations
    const spaces = yield* Spaces.Spaces
    const first = yield* bootstrap.ensure(undefined)
    if (first === undefined) return yield* Effect.die(new Error("the benchmark wants an empty store"))
    const asSystem = Effect.provideService(Actor.Actor, Actor.system)
    const { items } = yield* asSystem(organizations.list({ limit: 1 }))
    const organization = items[0]?.id
    if (organization === undefined) return yield* Effect.die(new Error("no organization"))
    const made = yield* asSystem(
      Effect.forEach(Array.from({ length: 200 }), (_, at) => spaces.create(organization, { title: `Space ${at}` }))
    )
    const space = made[0]?.id ?? ""
    const context = yield* Effect.context<never>()
    const run = <A, E>(call: Effect.Effect<A, E, Actor.Actor>) =>
      Effect.runPromiseWith(context)(Effect.provideService(call, Actor.Actor, Actor.user(first.user)))
    const calls: ReadonlyArray<readonly [string, number, () => Promise<unknown>]> = [
      ["GET one space", 1000, () => run(spaces.get(space))],
      ["list 100 spaces", 100, () => run(spaces.list(organization, { limit: 100 }))],
      ["create a space", 50, () => run(spaces.create(organization, { title: "New" }))]
    ]
    return yield* Effect.promise(async () => {
      const costs: Array<InProcess> = []
      for (const [name, times, call] of calls) {
        await costOf(times, call)
        const figures: Array<number> = []
        for (let round = 0; round < rounds; round++) figures.push(await costOf(times, call))
        costs.push({ store, name, cost: median(figures) })
      }
      return costs
    })
  }).pipe(
    Effect.provide(
      Quire.layer({
        store: url === undefined ? { kind: "memory" } : { kind: "postgres", url },
        baseUrl: "http://127.0.0.1"
      })
    ),
    Effect.runPromise
  )
