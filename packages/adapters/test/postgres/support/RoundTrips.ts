import { Effect } from "effect"
import { Client } from "pg"
import { vi } from "vitest"

/** The result of an effect, and the number of driver calls meanwhile. */
export const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const query = vi.spyOn(Client.prototype, "query")
    return Effect.ensuring(
      Effect.map(effect, (answer) => [answer, query.mock.calls.length] as const),
      Effect.sync(() => query.mockRestore())
    )
  })
