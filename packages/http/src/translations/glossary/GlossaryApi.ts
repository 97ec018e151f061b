import { Glossary, GlossaryEntry, OrganizationId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const entry = Schema.Struct({ ...organization.fields, glossaryEntryId: GlossaryEntry.GlossaryEntryId })

/** Glossary of an organization. */
export class GlossaryApi extends Group.make(
  "glossary",
  "Glossary",
  Endpoint.get("listGlossaryEntries", "/orgs/:organizationId/translations-glossary", {
    summary: "List glossary entries",
    description: "Returns the terms that translations of the organization use.",
    permission: Permission.refusing("organization:list-members"),
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(GlossaryEntry.GlossaryEntryView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateGlossaryEntries", "/orgs/:organizationId/translations-glossary", {
    summary: "Update the glossary",
    description: "Inserts, updates and deletes entries, all of them or none.",
    permission: Permission.refusing("organization:create-content"),
    params: organization,
    payload: GlossaryEntry.GlossaryBatch,
    success: Absent,
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getGlossaryEntry", "/orgs/:organizationId/translations-glossary/:glossaryEntryId", {
    summary: "Get a glossary entry",
    description: "Returns one term with its translations.",
    permission: Permission.refusing("organization:list-members"),
    params: entry,
    success: GlossaryEntry.GlossaryEntryView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const glossary = yield* Glossary.Glossary
      return {
        listGlossaryEntries: ({ params: path, query }) => glossary.list(path.organizationId, query),
        updateGlossaryEntries: ({ params: path, payload }) => glossary.update(path.organizationId, payload),
        getGlossaryEntry: ({ params: path }) => glossary.get(path.organizationId, path.glossaryEntryId)
      }
    })
  )
}
