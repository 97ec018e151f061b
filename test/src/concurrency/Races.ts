import type { Engine } from "@quire/core"
import { Effect } from "effect"
import { found } from "../support/world.ts"
import * as Arena from "./Arena.ts"
import { type Race, run } from "./Clients.ts"
import { type History, recorder } from "./History.ts"
import { wordsOf } from "./Traces.ts"

export interface Options extends Pick<Race, "rounds" | "seed" | "isBrief"> {
  readonly clients: number
  readonly shared: number
}

const racing = Effect.fnUntraced(function* (options: Options) {
  const world = yield* found
  const arenas: Race["arenas"] = yield* Effect.forEach([false, true], (isLive) =>
    Effect.map(Arena.make(world, { isLive, shared: options.shared }), (arena) => ({
      arena,
      recorder: recorder(),
      joint: []
    }))
  )
  yield* run({ ...options, world, arenas }, options.clients)
  return yield* Effect.forEach(arenas, ({ arena, recorder: { operations } }) =>
    Effect.map(
      Arena.observe(world, arena, wordsOf(operations)),
      (seen): History => ({
        operations,
        seen
      })
    )
  )
})

/** A race of clients in a locked space and a live one, with the history of each. */
export const raced: (options: Options) => Effect.Effect<ReadonlyArray<History>, never, Engine.Services | Engine.Ports> =
  racing

/** How often each kind of operation ended how; adds to a tally that was there. */
export const tallied = (histories: ReadonlyArray<History>, tally = new Map<string, number>()) => {
  for (const { operations } of histories) {
    for (const { kind, outcome } of operations) {
      const how =
        outcome.type === "done" ? (outcome.result ?? "done") : outcome.type === "refused" ? outcome.tag : "defect"
      tally.set(`${kind} ${how}`, (tally.get(`${kind} ${how}`) ?? 0) + 1)
    }
  }
  return tally
}
