import {
  Input,
  Language,
  OrganizationId,
  TranslationLanguages,
  TranslationSettings,
  Translations,
  TranslationView
} from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondCreated, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const settings = Schema.Struct({
  ...organization.fields,
  translationSettingsId: TranslationSettings.TranslationSettingsId
})
const language = Schema.Struct(
  Input.describeFields(
    { ...settings.fields, language: Language.Language },
    { language: "Code of the language, such as `de` or `pt-br`." }
  )
)

const { TranslationLanguageView, TranslationSettingsView } = TranslationView

const all = "/orgs/:organizationId/translations"
const one = `${all}/:translationSettingsId` as const
const languages = `${one}/languages` as const

const respondPut = respondCreated(TranslationView.TranslationLanguageView, ({ urls }) => urls.location)

/** Translations of an organization. */
export class TranslationsApi extends Group.make(
  "translations",
  "Translations",
  Endpoint.get("listTranslations", all, {
    summary: "List translations",
    description: "Returns the translations of an organization.",
    permission: Permission.refusing("organization:list-members"),
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(TranslationSettingsView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createTranslation", all, {
    summary: "Create a translation",
    description: "The source space can be set now or later.",
    permission: Permission.refusing("organization:create-content"),
    params: organization,
    payload: TranslationSettings.Create,
    success: TranslationSettingsView.pipe(HttpApiSchema.status(201)),
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getTranslation", one, {
    summary: "Get a translation",
    description: "Returns the source and the languages of a translation.",
    permission: Permission.refusing("organization:list-members"),
    params: settings,
    success: TranslationSettingsView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateTranslation", one, {
    summary: "Update a translation",
    description: "The source can change only while the translation has no languages.",
    permission: Permission.refusing("organization:create-content"),
    params: settings,
    payload: TranslationSettings.TranslationPut,
    success: TranslationSettingsView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteTranslation", one, {
    summary: "Delete a translation",
    description: "Translated content remains in its spaces.",
    permission: Permission.refusing("organization:create-content"),
    params: settings,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("runTranslation", `${one}/run`, {
    summary: "Run a translation",
    description: "Updates all languages in the background.",
    permission: Permission.refusing("organization:create-content"),
    params: settings,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listTranslationLanguages", languages, {
    summary: "List translation languages",
    description: "Returns the languages of a translation with the results of their last runs.",
    permission: Permission.refusing("organization:list-members"),
    params: settings,
    query: Paging.UrlParams,
    success: Paging.of(TranslationLanguageView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getTranslationLanguage", `${languages}/:language`, {
    summary: "Get a translation language",
    description: "Returns one language of a translation with the result of its last run.",
    permission: Permission.refusing("organization:list-members"),
    params: language,
    success: TranslationLanguageView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("putTranslationLanguage", `${languages}/:language`, {
    summary: "Set a translation language",
    description: "Adds a language with an empty space, or changes the instructions of an existing one.",
    permission: Permission.refusing("organization:create-content"),
    params: language,
    payload: TranslationSettings.LanguagePut,
    success: [TranslationLanguageView, TranslationLanguageView.pipe(HttpApiSchema.status(201))],
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteTranslationLanguage", `${languages}/:language`, {
    summary: "Delete a translation language",
    description: "The space of the language keeps its content.",
    permission: Permission.refusing("organization:create-content"),
    params: language,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
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
}
