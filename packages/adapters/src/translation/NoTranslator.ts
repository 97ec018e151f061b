import { Translator } from "@quire/core"
import { Effect, Layer } from "effect"

/** Where nobody has said who translates, nothing is sent to anybody. */
export const layer: Layer.Layer<Translator.Translator> = Layer.succeed(Translator.Translator, {
  translate: () =>
    Effect.fail(new Translator.TranslationFailed({ reason: "unconfigured", detail: "no translator is configured" }))
})
