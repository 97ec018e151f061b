import { GlossaryEntry, GlossaryEntryView, GlossaryInput, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const entry = Schema.Struct({ ...organization.fields, glossaryEntryId: GlossaryEntry.GlossaryEntryId })

/** How terms are said in the languages of an organization. */
export class GlossaryApi extends HttpApiGroup.make("glossary", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listGlossaryEntries", "/orgs/:organizationId/translations-glossary", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(GlossaryEntryView.GlossaryEntryView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List glossary entries")
      .annotate(OpenApi.Description, "Returns the terms that translations of the organization use.")
  )
  .add(
    HttpApiEndpoint.put("updateGlossaryEntries", "/orgs/:organizationId/translations-glossary", {
      params: organization,
      payload: GlossaryInput.GlossaryBatch,
      success: Absent,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update the glossary")
      .annotate(OpenApi.Description, "Inserts, updates and deletes entries, all of them or none.")
  )
  .add(
    HttpApiEndpoint.get("getGlossaryEntry", "/orgs/:organizationId/translations-glossary/:glossaryEntryId", {
      params: entry,
      success: GlossaryEntryView.GlossaryEntryView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a glossary entry")
      .annotate(OpenApi.Description, "Returns one term with its translations.")
  )
  .annotate(OpenApi.Title, "Glossary")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
