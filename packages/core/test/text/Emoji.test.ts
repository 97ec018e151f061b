import { assert, describe, it } from "@effect/vitest"
import { Emoji } from "@quire/core"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(Emoji.Emoji)

describe("emoji", () => {
  for (const text of [
    "🚀",
    "👩‍🚀",
    "🇯🇵",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "1️⃣",
    "❤️",
    "❤",
    "1f680",
    "1F680",
    "1f469-1f680",
    "1f1ef-1f1f5",
    "2764"
  ]) {
    it(`accepts ${text} and keeps it as sent`, () => assert.deepStrictEqual(decode(text), Result.succeed(text)))
  }
  for (const text of ["", "a", "🚀🚀", "1", "zz", "110000", "1f680-", "ffffff", "<svg>", "🚀 "]) {
    it(`refuses ${JSON.stringify(text)}`, () => assert.isTrue(Result.isFailure(decode(text))))
  }
  it("knows equal emojis in either form", () => {
    assert.strictEqual(Emoji.characters("1f680"), Emoji.characters("🚀"))
    assert.strictEqual(Emoji.characters("1F469-1f680"), Emoji.characters("👩‍🚀"))
    assert.strictEqual(Emoji.characters("2764"), Emoji.characters("❤️"))
  })
})
