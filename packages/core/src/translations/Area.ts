import { Layer } from "effect"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { Computations } from "./computation/Computations.ts"
import { Glossary } from "./glossary/Glossary.ts"
import { collection as glossaryEntries } from "./glossary/GlossaryEntry.ts"
import { TranslationRuns } from "./run/TranslationRuns.ts"
import { collection as translationTexts } from "./run/TranslatorRequests.ts"
import { collection as translationLanguages } from "./settings/TranslationLanguage.ts"
import { TranslationLanguages } from "./settings/TranslationLanguages.ts"
import { collection as translationSettings } from "./settings/TranslationSettings.ts"
import { Translations } from "./settings/Translations.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(translationSettings),
    Repository.shapeOf(translationLanguages),
    Repository.shapeOf(translationTexts),
    Repository.shapeOf(glossaryEntries)
  ]
}

/** Collections that are removed with their organization. */
export const inOrganizations: ReadonlyArray<OrganizationRows.Source> = [
  OrganizationRows.source(translationSettings),
  OrganizationRows.source(glossaryEntries)
]

/** Services of spaces that translate other spaces. */
export const layer = Layer.mergeAll(
  Computations.layer,
  Glossary.layer,
  TranslationLanguages.layer,
  TranslationRuns.layer,
  Translations.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  computations: Computations,
  glossary: Glossary,
  translationLanguages: TranslationLanguages,
  translations: Translations
}
