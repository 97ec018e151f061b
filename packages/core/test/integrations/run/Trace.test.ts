import { assert, describe, it } from "@effect/vitest"
import { IntegrationEvent, Trace } from "@quire/core/internal"

const { limits } = IntegrationEvent
const line = (message: string) => ({ level: "info", message, timestamp: 5 }) as const
const given = { now: 9, secrets: ["s3cret-of-it", "s3cret-of-it-and-more", "short"] }
const messages = (lines: ReturnType<typeof Trace.of>) => lines.map(({ message }) => message)

describe("a recorded trace", () => {
  it("omits the secrets of the script (rule integration-records)", () => {
    const logs = [line("key s3cret-of-it-and-more, s3cret-of-it!"), line("a short one"), line("a\0\ud800b")]
    assert.deepStrictEqual(messages(Trace.of({ logs }, given)), ["key •••, •••!", "a short one", "a\ufffdb"])
  })

  it("ends with the reason of the failure, and is truncated (rule integration-records)", () => {
    const failure = { reason: "thrown", message: "no s3cret-of-it" } as const
    const last = { level: "error", message: "thrown: no •••", timestamp: 9 } as const
    assert.deepStrictEqual(Trace.of({ logs: [line("a")], failure }, given), [line("a"), last])
    const lines = (count: number) => Array.from({ length: count }, (_, index) => line(`${index}`))
    assert.strictEqual(Trace.of({ logs: lines(limits.lines) }, given)[0]?.message, "0")
    assert.strictEqual(Trace.of({ logs: lines(limits.lines + 1) }, given)[0]?.message, "1")
    const long = ["x".repeat(limits.lineLength), "x".repeat(limits.lineLength + 1)]
    const kept = messages(Trace.of({ logs: long.map(line) }, given))
    assert.deepStrictEqual(kept, Array(2).fill(long[0]))
  })
})
