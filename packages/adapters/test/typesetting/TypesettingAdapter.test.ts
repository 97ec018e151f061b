import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Typesetting } from "@quire/core"
import { Effect, Layer } from "effect"
import * as TypesettingAdapter from "../../src/typesetting/TypesettingAdapter.ts"

const texts: Typesetting.Texts = {
  codes: [
    { language: "ts", text: "const a = `b`\n" },
    { language: "nothing", text: "x" }
  ],
  formulas: [{ tex: "x^2", isBlock: true }]
}

const typeset = (input: Typesetting.Texts) =>
  Effect.flatMap(Typesetting.Typesetting, (typesetting) => typesetting.typeset(input))

layer(TypesettingAdapter.layer, { excludeTestServices: true })("TypesettingAdapter", (it) => {
  it.effect("returns the same in another process as in this one", () =>
    Effect.gen(function* () {
      const there = yield* Effect.all([typeset(texts), typeset(texts), typeset(texts)], { concurrency: "unbounded" })
      const here = yield* Effect.provide(typeset(texts), TypesettingAdapter.layerHere)
      for (const made of there) assert.deepStrictEqual(made, here)
    })
  )
})

/** A process that says that it has begun, and when it is asked does what the source says. */
const program = (source: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => {
          const folder = await mkdtemp(join(tmpdir(), "quire-typeset-"))
          const whole = `process.on("message", () => { ${source} })\nprocess.send({ typeset: undefined })`
          await writeFile(join(folder, "program.mjs"), whole)
          return folder
        }),
        (folder) => Effect.promise(() => rm(folder, { recursive: true }))
      ),
      (folder) => TypesettingAdapter.layerOf({ path: join(folder, "program.mjs"), heapMegabytes: 64 })
    )
  )

for (const [what, source] of [
  ["ends", "process.exit(1)"],
  ["breaks", 'throw new Error("broken")'],
  ["says something else", "process.send(5)"]
] as const) {
  layer(program(source), { excludeTestServices: true })(`a process that ${what}`, (it) => {
    it.effect("leaves texts unchanged, for another attempt", () =>
      Effect.gen(function* () {
        const plain = Typesetting.plain(texts, false)
        assert.deepStrictEqual(yield* typeset(texts), plain)
        assert.deepStrictEqual(yield* typeset(texts), plain)
      })
    )
  })
}
