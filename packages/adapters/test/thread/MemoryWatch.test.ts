import { assert, describe, it } from "@effect/vitest"
import { Markdown } from "@quire/core"
import { Effect, Exit } from "effect"
import { limits, within } from "../../src/thread/MemoryWatch.ts"

const megabyte = 1_048_576

/** Answers what a process takes, one after the other, and the last from then on. */
const growing = (...sizes: ReadonlyArray<number>) => {
  let at = 0
  return () => (sizes[Math.min(at++, sizes.length - 1)] ?? 0) * megabyte
}

describe("work that is watched", () => {
  it.live("is given up when the process has grown by more than it may", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(within(Effect.never, growing(100, 150, 100 + limits.megabytes + 1)))
      assert.deepStrictEqual(exit, Exit.fail(new Markdown.TextTooSlow()))
    })
  )

  it.live("is not given what the work before it still held", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(within(Effect.never, growing(300, 100, 100 + limits.megabytes + 1)))
      assert.deepStrictEqual(exit, Exit.fail(new Markdown.TextTooSlow()))
    })
  )

  it.live("goes on while it has grown by as much as it may", () =>
    Effect.gen(function* () {
      const resident = growing(100, 100 + limits.megabytes)
      let looks = 0
      const looked = Effect.callback<string>((resume) => {
        const timer = setInterval(() => looks > 3 && resume(Effect.succeed("done")), 1)
        return Effect.sync(() => clearInterval(timer))
      })
      const done = yield* within(looked, () => {
        looks += 1
        return resident()
      })
      assert.strictEqual(done, "done")
    })
  )
})
