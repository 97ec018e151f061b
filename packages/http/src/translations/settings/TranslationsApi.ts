import { Language, OrganizationId, TranslationInput, TranslationSettings, TranslationView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Conflict, Forbidden, NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const settings = Schema.Struct({
  ...organization.fields,
  translationSettingsId: TranslationSettings.TranslationSettingsId
})
const language = Schema.Struct({ ...settings.fields, language: Language.Language })

const { TranslationLanguageView, TranslationSettingsView } = TranslationView

const all = "/orgs/:organizationId/translations"
const one = `${all}/:translationSettingsId` as const
const languages = `${one}/languages` as const

/** What an organization has translated into which languages. */
export class TranslationsApi extends HttpApiGroup.make("translations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listTranslations", all, {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(TranslationSettingsView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the translation settings of an organization")
  )
  .add(
    HttpApiEndpoint.post("createTranslation", all, {
      params: organization,
      payload: TranslationInput.Create,
      success: TranslationSettingsView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create translation settings, with the space that is translated or without one yet")
  )
  .add(
    HttpApiEndpoint.get("getTranslation", one, {
      params: settings,
      success: TranslationSettingsView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get translation settings")
  )
  .add(
    HttpApiEndpoint.put("updateTranslation", one, {
      params: settings,
      payload: TranslationInput.Put,
      success: TranslationSettingsView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Rename translation settings, or give them a source while they have no languages")
  )
  .add(
    HttpApiEndpoint.delete("deleteTranslation", one, {
      params: settings,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Delete translation settings; what was translated stays in its spaces")
  )
  .add(
    HttpApiEndpoint.post("runTranslation", `${one}/run`, {
      params: settings,
      success: Absent,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Have all languages of translation settings brought up to date")
  )
  .add(
    HttpApiEndpoint.get("listTranslationLanguages", languages, {
      params: settings,
      query: Paging.UrlParams,
      success: Paging.of(TranslationLanguageView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the languages of translation settings, with how their last runs ended")
  )
  .add(
    HttpApiEndpoint.get("getTranslationLanguage", `${languages}/:language`, {
      params: language,
      success: TranslationLanguageView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a language of translation settings")
  )
  .add(
    HttpApiEndpoint.put("putTranslationLanguage", `${languages}/:language`, {
      params: language,
      payload: TranslationInput.LanguagePut,
      success: [TranslationLanguageView, TranslationLanguageView.pipe(HttpApiSchema.status(201))],
      error: [Conflict, Forbidden, NotFound]
    }).annotate(
      OpenApi.Summary,
      "Translate into a language, into an empty space; or change what the translator of one is told"
    )
  )
  .add(
    HttpApiEndpoint.delete("deleteTranslationLanguage", `${languages}/:language`, {
      params: language,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Stop translating into a language; its space keeps what it holds")
  )
  .annotate(OpenApi.Title, "Translations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
