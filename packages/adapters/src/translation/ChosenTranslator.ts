import type { Translator } from "@quire/core"
import type { Layer } from "effect"
import * as ChatTranslator from "./ChatTranslator.ts"
import * as LibreTranslator from "./LibreTranslator.ts"
import * as NoTranslator from "./NoTranslator.ts"
import * as PseudoTranslator from "./PseudoTranslator.ts"

/** The service that translates content; `url` is trusted and may be local. */
export type TranslatorSettings =
  /** A server of LibreTranslate. */
  | { readonly kind: "libre"; readonly url: string; readonly key?: string }
  /** A chat endpoint of the form `POST {url}/chat/completions`. */
  | { readonly kind: "chat"; readonly url: string; readonly model: string; readonly key?: string }
  /** Words with accents in place of another language, for previews. */
  | { readonly kind: "pseudo" }
  /** Runs of translations fail. */
  | { readonly kind: "none" }

export const layer = (translator: TranslatorSettings): Layer.Layer<Translator.Translator> => {
  switch (translator.kind) {
    case "libre":
      return LibreTranslator.layer(translator)
    case "chat":
      return ChatTranslator.layer(translator)
    case "pseudo":
      return PseudoTranslator.layer
    case "none":
      return NoTranslator.layer
  }
}
