import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { answers } from "./answers.ts"
import { escapes } from "./escapes.ts"
import { exhaustions } from "./exhaustions.ts"
import { answering, outputOf, run, scripts, textOf } from "./Runs.ts"

/** What another script finds after one that tried: nothing of it. */
const look = answering(`
  const changed = Object.keys(Object.prototype).concat(Object.keys(globalThis).filter((name) => name !== "performance"))
  const works = [1, 2].map((x) => x + 1).join() + JSON.stringify({ a: await Promise.resolve(1) })
  return new Response(changed.join() + works + (await request.formData()).get("event").length)`)

const all = [...exhaustions, ...escapes, ...answers]

layer(scripts(), { excludeTestServices: true, concurrent: true })("the isolation of scripts", (it) => {
  it.effect("covers at least 100 escape attempts", () => Effect.sync(() => assert.isAtLeast(all.length, 100)))

  it.effect.each(all.map((escape) => [escape.name, escape] as const))(
    "withstands %s (rules script-bounds, script-alone, script-fetch and script-globals)",
    ([, { comes, deadline, program }]) =>
      Effect.gen(function* () {
        const outcome = yield* run(program, deadline === undefined ? {} : { deadline })
        assert.match(textOf(outcome), comes)
        assert.isAtMost(outcome.logs.length, 1_001)
        assert.strictEqual(yield* outputOf(look), '2,3{"a":1}44')
      })
  )
})
