import { Input, Language, OrganizationId, TranslationInput, TranslationSettings, TranslationView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
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

/** Translations of an organization. */
export class TranslationsApi extends HttpApiGroup.make("translations", { topLevel: true })
  .add(
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
      payload: TranslationInput.Create,
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
      payload: TranslationInput.TranslationPut,
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
      payload: TranslationInput.LanguagePut,
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
  )
  .annotate(OpenApi.Title, "Translations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
