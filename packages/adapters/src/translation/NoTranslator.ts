import { Translator } from "@quire/core"
import { Effect, Layer } from "effect"

/** The default when no translator is configured: no text is sent anywhere. */
export const layer: Layer.Layer<Translator.Translator> = Layer.succeed(Translator.Translator, {
  translate: () =>
    Effect.fail(new Translator.TranslationFailed({ reason: "unconfigured", detail: "no translator is configured" }))
})
