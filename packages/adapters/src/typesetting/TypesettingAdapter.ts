import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { Typesetting } from "@quire/core"
import { Effect, Layer, Option, Predicate } from "effect"
import type * as ProcessPool from "../text-process/ProcessPool.ts"
import * as ProcessRequest from "../text-process/ProcessRequest.ts"
import * as ShortTexts from "./ShortTexts.ts"
import type * as TypesetWorker from "./TypesetWorker.ts"

export const limits = {
  /** How long a page waits for its texts, its turn and the start of a process counted. */
  milliseconds: 8_000,
  /** Of a process's heap, with what its program holds itself. */
  heapMegabytes: 96
} as const

const beside = new URL("./TypesetWorker.mjs", import.meta.url)

/** In a bundle it lies beside, else it is the built one, as Node has no loader for sources. */
const ownProgram = (): ProcessPool.Program => ({
  path: existsSync(beside) ? beside : createRequire(import.meta.url).resolve("@quire/adapters/typeset-worker"),
  heapMegabytes: limits.heapMegabytes
})

const isAnswer = (value: unknown): value is TypesetWorker.Answer => Predicate.hasProperty(value, "typeset")

const { milliseconds } = limits

/** A page is shown with plain texts where theirs take too long, or must wait too long. */
const make = (program: ProcessPool.Program) =>
  Effect.map(
    ProcessRequest.make<Typesetting.Texts, TypesetWorker.Answer>({
      program,
      isAnswer,
      milliseconds,
      pool: "typesetting"
    }),
    (ask) =>
      Typesetting.Typesetting.of({
        typeset: ShortTexts.only((texts) =>
          ask(texts).pipe(
            Effect.timeoutOrElse({ duration: milliseconds, orElse: () => Effect.succeedNone }),
            Effect.catchTag("PoolBusy", () => Effect.succeedNone),
            Effect.map((said) =>
              Option.getOrElse(
                Option.flatMap(said, ({ typeset }) => Option.fromUndefinedOr(typeset)),
                () => Typesetting.plain(texts, false)
              )
            )
          )
        )
      })
  )

/** Processes that run a program of their own; it answers as `TypesetWorker` does. */
export const layerOf = (program: ProcessPool.Program): Layer.Layer<Typesetting.Typesetting> =>
  Layer.effect(Typesetting.Typesetting, make(program))

/** highlight.js and katex, in processes of their own. */
export const layer: Layer.Layer<Typesetting.Typesetting> = Layer.unwrap(Effect.sync(() => layerOf(ownProgram())))

/** The same in this process, where everybody waits meanwhile. */
export const layerHere: Layer.Layer<Typesetting.Typesetting> = Layer.effect(
  Typesetting.Typesetting,
  Effect.gen(function* () {
    const { Typesetter } = yield* Effect.promise(() => import("./Typesetter.ts"))
    const typesetter = new Typesetter()
    return Typesetting.Typesetting.of({
      typeset: ShortTexts.only((texts) => Effect.sync(() => typesetter.typeset(texts)))
    })
  })
)
