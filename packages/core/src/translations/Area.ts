import { Layer } from "effect"
import { Computations } from "./computation/Computations.ts"
import { Glossary } from "./glossary/Glossary.ts"
import { TranslationRuns } from "./run/TranslationRuns.ts"
import { TranslationLanguages } from "./settings/TranslationLanguages.ts"
import { Translations } from "./settings/Translations.ts"

/** Services of spaces that translate other spaces. */
export const layer = Layer.mergeAll(
  Computations.layer,
  Glossary.layer,
  TranslationLanguages.layer,
  TranslationRuns.layer,
  Translations.layer
)
