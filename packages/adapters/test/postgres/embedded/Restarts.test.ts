import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as Restarts from "../../../src/postgres/embedded/Restarts.ts"

describe("Restarts", () => {
  it("come at once, then twice as late each, and not for ever", () => {
    const pauses = Array.from({ length: Restarts.defaults.most + 1 }, (_, inARow) =>
      Option.getOrUndefined(Restarts.pauseAfter(Restarts.defaults, inARow))
    )
    assert.deepStrictEqual(pauses, [0, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, undefined])
  })
})
