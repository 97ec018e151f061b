import { Input, Language, OrganizationId, TranslationInput, TranslationSettings, TranslationView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
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

/** What an organization has translated into which languages. */
export class TranslationsApi extends HttpApiGroup.make("translations", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listTranslations", all, {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(TranslationSettingsView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List translations")
      .annotate(OpenApi.Description, "Returns the translations of an organization.")
  )
  .add(
    HttpApiEndpoint.post("createTranslation", all, {
      params: organization,
      payload: TranslationInput.Create,
      success: TranslationSettingsView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a translation")
      .annotate(OpenApi.Description, "The space that is translated can be named now or later.")
  )
  .add(
    HttpApiEndpoint.get("getTranslation", one, {
      params: settings,
      success: TranslationSettingsView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a translation")
      .annotate(OpenApi.Description, "Returns the source and the languages of a translation.")
  )
  .add(
    HttpApiEndpoint.put("updateTranslation", one, {
      params: settings,
      payload: TranslationInput.TranslationPut,
      success: TranslationSettingsView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a translation")
      .annotate(OpenApi.Description, "The source can change only while the translation has no languages.")
  )
  .add(
    HttpApiEndpoint.delete("deleteTranslation", one, {
      params: settings,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a translation")
      .annotate(OpenApi.Description, "Spaces keep what was translated into them.")
  )
  .add(
    HttpApiEndpoint.post("runTranslation", `${one}/run`, {
      params: settings,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Run a translation")
      .annotate(OpenApi.Description, "Brings all languages up to date in the background.")
  )
  .add(
    HttpApiEndpoint.get("listTranslationLanguages", languages, {
      params: settings,
      query: Paging.UrlParams,
      success: Paging.of(TranslationLanguageView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List translation languages")
      .annotate(OpenApi.Description, "Returns the languages of a translation with the results of their last runs.")
  )
  .add(
    HttpApiEndpoint.get("getTranslationLanguage", `${languages}/:language`, {
      params: language,
      success: TranslationLanguageView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a translation language")
      .annotate(OpenApi.Description, "Returns one language of a translation with the result of its last run.")
  )
  .add(
    HttpApiEndpoint.put("putTranslationLanguage", `${languages}/:language`, {
      params: language,
      payload: TranslationInput.LanguagePut,
      success: [TranslationLanguageView, TranslationLanguageView.pipe(HttpApiSchema.status(201))],
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set a translation language")
      .annotate(
        OpenApi.Description,
        "Adds a language with an empty space, or changes the instructions of an existing one."
      )
  )
  .add(
    HttpApiEndpoint.delete("deleteTranslationLanguage", `${languages}/:language`, {
      params: language,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a translation language")
      .annotate(OpenApi.Description, "The space of the language keeps its content.")
  )
  .annotate(OpenApi.Title, "Translations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
