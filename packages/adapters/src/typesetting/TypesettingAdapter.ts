import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { Typesetting } from "@quire/core"
import { Effect, Layer, Option, Predicate } from "effect"
import type * as ProcessPool from "../text-process/ProcessPool.ts"
import * as ProcessRequest from "../text-process/ProcessRequest.ts"
import * as ShortTexts from "./ShortTexts.ts"
import type * as TypesetWorker from "./TypesetWorker.ts"

export const limits = {
  /** How long a page waits for its texts, including the time in the queue and the start of a process. */
  milliseconds: 8_000,
  /** Heap limit of a process, including its program. */
  heapMegabytes: 96
} as const

const bundled = new URL("./TypesetWorker.mjs", import.meta.url)

/**
 * Path of the worker program: next to this module in a bundle, otherwise the built one, because Node cannot load the
 * sources.
 */
const ownProgram = (): ProcessPool.Program => ({
  path: existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve("@quire/adapters/typeset-worker"),
  heapMegabytes: limits.heapMegabytes
})

const isAnswer = (value: unknown): value is TypesetWorker.Answer => Predicate.hasProperty(value, "typeset")

const { milliseconds } = limits

/** A page is displayed with plain texts if typesetting or the wait for it takes too long. */
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

/** Typesets in processes that run the given program; it must respond as `TypesetWorker` does. */
export const layerOf = (program: ProcessPool.Program): Layer.Layer<Typesetting.Typesetting> =>
  Layer.effect(Typesetting.Typesetting, make(program))

/** Typesets with highlight.js and katex, in separate processes. */
export const layer: Layer.Layer<Typesetting.Typesetting> = Layer.unwrap(Effect.sync(() => layerOf(ownProgram())))

/** Typesets in the current process, which blocks its event loop. */
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
