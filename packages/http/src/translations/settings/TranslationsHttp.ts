import { TranslationLanguages, Translations, TranslationView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondCreated, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const respondPut = respondCreated(TranslationView.TranslationLanguageView, ({ urls }) => urls.location)

export const layer = HandlerGroup.layer(
  Api,
  "translations",
  Effect.gen(function* () {
    const translations = yield* Translations.Translations
    const languages = yield* TranslationLanguages.TranslationLanguages
    return {
      listTranslations: ({ params: path, query }) => translations.list(path.organizationId, query),
      createTranslation: ({ params: path, payload }) =>
        withOwnLocation(translations.create(path.organizationId, payload)),
      getTranslation: ({ params: path }) => translations.get(path.organizationId, path.translationSettingsId),
      updateTranslation: ({ params: path, payload }) =>
        translations.put(path.organizationId, path.translationSettingsId, payload),
      deleteTranslation: ({ params: path }) =>
        respondRemoved(translations.remove(path.organizationId, path.translationSettingsId)),
      runTranslation: ({ params: path }) => translations.run(path.organizationId, path.translationSettingsId),
      listTranslationLanguages: ({ params: path, query }) =>
        languages.list(path.organizationId, path.translationSettingsId, query),
      getTranslationLanguage: ({ params: path }) =>
        languages.get(path.organizationId, path.translationSettingsId, path.language),
      putTranslationLanguage: ({ params: path, payload }) =>
        respondPut(languages.put(path.organizationId, path.translationSettingsId, path.language, payload)),
      deleteTranslationLanguage: ({ params: path }) =>
        respondRemoved(languages.remove(path.organizationId, path.translationSettingsId, path.language))
    }
  })
)
