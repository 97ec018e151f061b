import { Effect } from "effect"
import { Client } from "pg"
import { vi } from "vitest"

/** What the effect answers, and how often the driver was asked meanwhile. */
export const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const query = vi.spyOn(Client.prototype, "query")
    return Effect.ensuring(
      Effect.map(effect, (answer) => [answer, query.mock.calls.length] as const),
      Effect.sync(() => query.mockRestore())
    )
  })
