import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { collection as glossaryEntries } from "./glossary/GlossaryEntry.ts"
import { collection as translationTexts } from "./run/TranslatedText.ts"
import { collection as translationLanguages } from "./settings/TranslationLanguage.ts"
import { collection as translationSettings } from "./settings/TranslationSettings.ts"

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
