import { assert, describe, it } from "@effect/vitest"
import { Emoji } from "@quire/core"
import { Result, Schema } from "effect"

const decode = Schema.decodeUnknownResult(Emoji.Emoji)

describe("an emoji (rule text-emoji)", () => {
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
    "2764",
    "1\u20e3",
    "31-20e3",
    "31-fe0f-20e3",
    "\u{1f3f3}\u200d\u{1f308}",
    "1f3f3-1f308",
    "\u{1f575}\u{1f3fb}\u200d\u2642",
    "\u{1f680}\ufe0f"
  ]) {
    it(`accepts ${text} and keeps it as sent`, () => assert.deepStrictEqual(decode(text), Result.succeed(text)))
  }
  for (const text of [
    "",
    "a",
    "🚀🚀",
    "1",
    "1\ufe0f",
    "31",
    "\u20e3",
    "\u2764\ufe0e",
    "zz",
    "110000",
    "1f680-",
    "ffffff",
    "<svg>",
    "🚀 "
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => assert.isTrue(Result.isFailure(decode(text))))
  }
  it("equals its other form", () => {
    assert.strictEqual(Emoji.characters("1f680"), Emoji.characters("🚀"))
    assert.strictEqual(Emoji.characters("1F469-1f680"), Emoji.characters("👩‍🚀"))
    assert.strictEqual(Emoji.characters("2764"), Emoji.characters("❤️"))
    for (const whole of ["1️⃣", "#️⃣", "🏳️‍🌈", "👁️‍🗨️", "🕵🏻‍♂️", "⛹🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "©️"]) {
      const points = Array.from(whole, (character) => character.codePointAt(0)?.toString(16))
      const bare = points.filter((point) => point !== "fe0f" && point !== "200d")
      for (const text of [whole, whole.replaceAll("\ufe0f", ""), points.join("-"), bare.join("-")]) {
        assert.strictEqual(Emoji.characters(text), whole, text)
      }
    }
  })
})
