import { TranslationLanguages, Translations, TranslationView } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondCreated, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const respondPut = respondCreated(TranslationView.TranslationLanguageView, ({ urls }) => urls.location)

export const layer = HandlerGroup.layer(Api, "translations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const translations = yield* Translations.Translations
      const languages = yield* TranslationLanguages.TranslationLanguages
      return handlers
        .handle(
          "listTranslations",
          answering(({ params: path, query }) => onWire(translations.list(path.organizationId, query)))
        )
        .handle(
          "createTranslation",
          answering(({ params: path, payload }) =>
            withOwnLocation(onWire(translations.create(path.organizationId, payload)))
          )
        )
        .handle(
          "getTranslation",
          answering(({ params: path }) => onWire(translations.get(path.organizationId, path.translationSettingsId)))
        )
        .handle(
          "updateTranslation",
          answering(({ params: path, payload }) =>
            onWire(translations.put(path.organizationId, path.translationSettingsId, payload))
          )
        )
        .handle(
          "deleteTranslation",
          answering(({ params: path }) =>
            respondRemoved(onWire(translations.remove(path.organizationId, path.translationSettingsId)))
          )
        )
        .handle(
          "runTranslation",
          answering(({ params: path }) => onWire(translations.run(path.organizationId, path.translationSettingsId)))
        )
        .handle(
          "listTranslationLanguages",
          answering(({ params: path, query }) =>
            onWire(languages.list(path.organizationId, path.translationSettingsId, query))
          )
        )
        .handle(
          "getTranslationLanguage",
          answering(({ params: path }) =>
            onWire(languages.get(path.organizationId, path.translationSettingsId, path.language))
          )
        )
        .handle(
          "putTranslationLanguage",
          answering(({ params: path, payload }) =>
            respondPut(onWire(languages.put(path.organizationId, path.translationSettingsId, path.language, payload)))
          )
        )
        .handle(
          "deleteTranslationLanguage",
          answering(({ params: path }) =>
            respondRemoved(onWire(languages.remove(path.organizationId, path.translationSettingsId, path.language)))
          )
        )
    })
  )
)
