import { createRequire } from "node:module"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as WorkerdScriptRunner from "../../src/workerd/WorkerdScriptRunner.ts"
import { addresses } from "../script/escapes.ts"
import { exhaustions } from "../script/exhaustions.ts"
import { answering, outputOf, resolve, run, textOf } from "../script/Runs.ts"

const workerd: string = createRequire(import.meta.url)("workerd").default
const runner = WorkerdScriptRunner.layer({ workerd, fetching: { resolve } })

/** A buffer is only promised the room to grow, and what a URL has in itself is no address. */
const others = new Set(["a buffer that grows", "fetching data:text/plain,x"])
const all = [...exhaustions, ...addresses].filter(({ name }) => !others.has(name))

layer(runner, { excludeTestServices: true, concurrent: true })("the isolation of scripts on workerd", (it) => {
  it.effect("covers at least 75 escape attempts", () => Effect.sync(() => assert.isAtLeast(all.length, 75)))

  it.effect.each(all.map((escape) => [escape.name, escape] as const))(
    "withstands %s (rules script-bounds and script-fetch)",
    ([, { deadline, program }]) =>
      Effect.gen(function* () {
        const outcome = yield* run(program, deadline === undefined ? {} : { deadline })
        assert.match(textOf(outcome), /^(deadline|memory|thrown|invalid): /)
        assert.strictEqual(yield* outputOf(answering("return new Response('next')")), "next")
      })
  )
})
