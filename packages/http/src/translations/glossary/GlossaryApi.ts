import { GlossaryEntry, GlossaryEntryView, GlossaryInput, OrganizationId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const entry = Schema.Struct({ ...organization.fields, glossaryEntryId: GlossaryEntry.GlossaryEntryId })

/** Glossary of an organization. */
export class GlossaryApi extends HttpApiGroup.make("glossary", { topLevel: true })
  .add(
    Endpoint.get("listGlossaryEntries", "/orgs/:organizationId/translations-glossary", {
      summary: "List glossary entries",
      description: "Returns the terms that translations of the organization use.",
      permission: Permission.refusing("organization:list-members"),
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(GlossaryEntryView.GlossaryEntryView),
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.put("updateGlossaryEntries", "/orgs/:organizationId/translations-glossary", {
      summary: "Update the glossary",
      description: "Inserts, updates and deletes entries, all of them or none.",
      permission: Permission.refusing("organization:create-content"),
      params: organization,
      payload: GlossaryInput.GlossaryBatch,
      success: Absent,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    }),
    Endpoint.get("getGlossaryEntry", "/orgs/:organizationId/translations-glossary/:glossaryEntryId", {
      summary: "Get a glossary entry",
      description: "Returns one term with its translations.",
      permission: Permission.refusing("organization:list-members"),
      params: entry,
      success: GlossaryEntryView.GlossaryEntryView,
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Glossary")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
