import { assert, describe, it } from "@effect/vitest"
import { RetrySchedule } from "@quire/core/internal"

describe("the retry schedule of an email that fails", () => {
  it("waits a minute, then doubles the wait each time, up to an hour", () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((attempts) => RetrySchedule.retryDelay(attempts) / 60_000)
    assert.deepStrictEqual(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  it("gives up a day after the email was written", () => {
    const day = 86_400_000
    assert.deepStrictEqual(
      [day - 1, day].map((now) => RetrySchedule.hasExhaustedRetries({ createdAt: 0 }, now)),
      [false, true]
    )
  })
})
