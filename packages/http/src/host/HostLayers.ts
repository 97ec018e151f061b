import type { Engine } from "@quire/core"
import { Context, Effect, type Layer } from "effect"
import { layerRule } from "./OptionRules.ts"
import { OptionInvalid, type StartError } from "./Options.ts"

type HostLayer = Layer.Layer<never, StartError, Engine.Ports>

const refuse = (cause?: unknown) => new OptionInvalid({ option: "layers", rule: layerRule, cause })

/** Calls the `build` of an object that a program without types may have given as a layer, and checks its results. */
const build = Effect.fnUntraced(function* (layers: HostLayer, input: ReadonlyArray<unknown>) {
  const call = (): unknown => Reflect.apply(Reflect.get(layers, "build"), layers, input)
  const building = yield* Effect.try({ try: call, catch: refuse })
  if (!Effect.isEffect(building)) return yield* refuse()
  const context = yield* building
  return Context.isContext(context) ? context : yield* refuse()
})

/** The layer of the option `layers`; fails with `OptionInvalid` where `build` returns what no layer of Effect returns. */
export const layer = (layers: HostLayer): HostLayer =>
  Object.create(layers, { build: { value: (...input: ReadonlyArray<unknown>) => build(layers, input) } })
