import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import * as RestartPolicy from "../../../src/postgres/embedded/RestartPolicy.ts"

describe("the restart policy", () => {
  it("restarts at once, then doubles the delay each time, and gives up eventually", () => {
    const pauses = Array.from({ length: RestartPolicy.defaults.most + 1 }, (_, inARow) =>
      Option.getOrUndefined(RestartPolicy.pauseAfter(RestartPolicy.defaults, inARow))
    )
    assert.deepStrictEqual(pauses, [0, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, undefined])
  })
})
