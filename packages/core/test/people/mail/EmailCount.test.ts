import { assert, describe, it } from "@effect/vitest"
import { UserId } from "@quire/core"
import { EmailCount } from "@quire/core/internal"

const user = UserId.make("u1")

describe("the daily count of emails", () => {
  it("starts again at midnight UTC", () => {
    const midnight = Date.UTC(2026, 5, 2)
    const days = [midnight - 1, midnight, midnight + 86_399_999, midnight + 86_400_000].map(EmailCount.dayOf)
    assert.deepStrictEqual(
      days.map((day) => day - (days[0] ?? 0)),
      [0, 1, 1, 2]
    )
  })

  it("counts only the emails of that day", () => {
    const counted = { id: user, day: 7, received: 3, sent: 4 }
    assert.strictEqual(EmailCount.countOn(counted, 7), counted)
    assert.deepStrictEqual(EmailCount.countOn(counted, 8), EmailCount.emptyCount(user, 8))
  })
})
