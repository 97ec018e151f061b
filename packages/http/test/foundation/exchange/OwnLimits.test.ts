import { assert, describe, it } from "@effect/vitest"
import * as Quire from "../../../src/host/Quire.ts"

describe("a rate limiter of the host", () => {
  it("decides which requests to reject, and allows those that it cannot count (rule host-limits)", async () => {
    const seen: Array<readonly [string, boolean]> = []
    let isAway = false
    const budget = async (key: string, isMutating: boolean) => {
      if (isAway) throw new Error("away")
      seen.push([key, isMutating])
      return { isWithin: seen.length < 3, limit: 2, remaining: 0, resetAt: 60, retryAfter: 7 }
    }
    const quire = await Quire.open({
      store: { kind: "memory" },
      baseUrl: "http://quire.test",
      upkeep: "off",
      clientAddress: () => "203.0.113.1",
      rateLimit: { take: budget, peek: async () => undefined }
    })
    const ask = async () => {
      const answer = await quire.handler(new Request("http://quire.test/v1/user"))
      return [answer.status, answer.headers.get("retry-after"), answer.headers.get("x-ratelimit-limit")]
    }
    assert.deepStrictEqual(
      [await ask(), await ask(), await ask()],
      [
        [401, null, "2"],
        [401, null, "2"],
        [429, "7", "2"]
      ]
    )
    assert.deepStrictEqual(seen[0], ["address:203.0.113.1", false])
    isAway = true
    assert.deepStrictEqual(await ask(), [401, null, null])
    await quire.close()
  })
})
