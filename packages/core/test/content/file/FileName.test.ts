import { assert, describe, it } from "@effect/vitest"
import { FileName } from "@quire/core"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { anyText } from "../../people/mail/hostile.ts"

const decode = Schema.decodeUnknownResult(FileName.FileName)
const accepts = (text: string) => Result.isSuccess(decode(text))

const refused: ReadonlyArray<readonly [name: string, rule: RegExp]> = [
  ["", /1 to 256 characters/],
  [" ", /1 to 256 characters/],
  [".", /must not be \. or \.\./],
  ["..", /must not be \. or \.\./],
  [" .. ", /must not be \. or \.\./],
  ["a\u0000b", /control characters/],
  ["a\nb", /control characters/],
  ["a\u0085b", /control characters/],
  ["a\u2028b", /control characters/],
  ["gpj.\u202eexe", /bidirectional controls/],
  ["a\u200eb", /bidirectional controls/],
  ["a\u2066b", /bidirectional controls/],
  ["a\u061cb", /bidirectional controls/],
  ["../a", /must not contain \/ or \\/],
  ["/a", /must not contain \/ or \\/],
  ["a\\b", /must not contain \/ or \\/],
  ...[...'<>:"|?*'].map((character) => [`a${character}b`, /must not contain any of/] as const),
  ["a\ud800", /well-formed/],
  ["x".repeat(257), /1 to 256 characters/]
]

const kept = [
  "a",
  "logo.png",
  ".env",
  "...",
  "a..b",
  "Größe 2 (neu).pdf",
  "文档.md",
  "😀.png",
  "a,b;c=d&e%20f#g.txt",
  "x".repeat(256)
]

describe("a file name", () => {
  it("fails with the rule that it breaks (rule text-file-name)", () => {
    for (const [name, rule] of refused) {
      assert.match(Result.match(decode(name), { onFailure: String, onSuccess: () => "kept" }), rule, name)
    }
  })

  it("stays unchanged when it breaks no rule", () => {
    for (const name of kept) {
      assert.deepStrictEqual(decode(name), Result.succeed(name))
      assert.strictEqual(FileName.sanitize(name), name)
    }
  })

  it("becomes valid when it comes from a source, and a valid one stays unchanged", () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const name = FileName.sanitize(text)
        assert.deepStrictEqual(decode(name), Result.succeed(name))
        assert.strictEqual(FileName.sanitize(name), name)
        const given = decode(text)
        if (Result.isSuccess(given)) assert.strictEqual(name, given.success)
      })
    ))

  it("keeps its type and as much as possible when it comes from a source", () => {
    const cases = [
      ["what?.png", "what_.png"],
      ["a:b.txt", "a_b.txt"],
      ["../../etc/passwd", ".._.._etc_passwd"],
      ["gpj.\u202eexe", "gpj.exe"],
      ["..", "file"],
      ["", "file"],
      ["\u0000", "file"],
      [`${"x".repeat(300)}.png`, `${"x".repeat(252)}.png`]
    ] as const
    for (const [text, name] of cases) assert.strictEqual(FileName.sanitize(text), name)
  })

  it("detects invisible characters that disguise a name", () => {
    for (const [name, rule] of refused) {
      assert.strictEqual(FileName.isDisguised(name), /control/.test(String(rule)), name)
    }
    for (const name of kept) assert.isFalse(FileName.isDisguised(name))
    assert.isTrue(accepts("a"))
  })
})
