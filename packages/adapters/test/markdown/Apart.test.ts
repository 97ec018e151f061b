import { assert, describe, it } from "@effect/vitest"
import { Markdown } from "@quire/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Apart from "../../src/markdown/Apart.ts"
import { layer } from "../../src/markdown/MarkdownAdapter.ts"
import { shortest } from "../../src/markdown/MarkdownTree.ts"
import { slowText, turns } from "../support/slowText.ts"

const long = `:1f600: ${"word ".repeat(shortest / 5)}`

/** A text that takes too long, given up when its time is over. */
const givenUp = Effect.fnUntraced(function* (read: Effect.Success<Markdown.Apart>) {
  const reading = yield* Effect.forkChild(Effect.flip(read(slowText)), { startImmediately: true })
  yield* turns(20)
  assert.isUndefined(reading.pollUnsafe())
  yield* TestClock.adjust(Apart.limits.milliseconds)
  return yield* Fiber.join(reading)
})

const texts: ReadonlyArray<readonly [what: string, text: string]> = [
  ["that is short", ":1f600:"],
  ["that is long", long],
  ["with more signs than are paired", `# a\n\n${"*a ".repeat(5_000)}\n\n> deep\n\n${"b* ".repeat(5_000)}`],
  ["with more quotes than are read", `${">".repeat(3_000)} x`],
  ["that is hopeless", "- a\n".repeat(50_000)]
]

describe("texts that are read apart", () => {
  for (const [what, text] of texts) {
    it.effect(`give the page that they give at once: one ${what}`, () =>
      Effect.gen(function* () {
        const { apart, parse } = yield* Markdown.Markdown
        const read = yield* apart
        assert.deepStrictEqual(yield* read(text), parse(text))
      }).pipe(Effect.provide(layer))
    )
  }

  it.effect("keep nobody waiting, and are given up in time", () =>
    Effect.gen(function* () {
      const { apart, parse } = yield* Markdown.Markdown
      const read = yield* apart
      for (let late = 1; late < Apart.limits.late; late++) {
        assert.strictEqual((yield* givenUp(read))._tag, "MarkdownTooSlow")
      }
      assert.deepStrictEqual(yield* read(long), parse(long))
      yield* givenUp(read)
      assert.strictEqual((yield* Effect.flip(read(long)))._tag, "MarkdownTooSlow")
      assert.deepStrictEqual(yield* read(":1f600:"), parse(":1f600:"))
    }).pipe(Effect.provide(layer))
  )
})
