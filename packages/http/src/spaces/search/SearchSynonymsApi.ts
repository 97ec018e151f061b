import { OrganizationId, SearchSynonyms, SynonymSettings } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })

/** Words and expressions that mean the same in the searches of an organization. */
export class SearchSynonymsApi extends Group.make(
  "searchSynonyms",
  "Search synonyms",
  Endpoint.get("getSearchSynonyms", "/orgs/:organizationId/search/synonyms", {
    summary: "Get search synonyms",
    description: "Returns the words and expressions that mean the same in searches of the organization and its sites.",
    permission: Permission.hiding("organization:view"),
    params: organization,
    success: SynonymSettings.SearchSynonymsView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("putSearchSynonyms", "/orgs/:organizationId/search/synonyms", {
    summary: "Set search synonyms",
    description: "Replaces all groups. A search for an expression of a group also finds the other ones.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: SynonymSettings.SearchSynonymsPut,
    success: SynonymSettings.SearchSynonymsView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(SearchSynonyms.SearchSynonyms, (synonyms) => ({
      getSearchSynonyms: ({ params: path }) => synonyms.get(path.organizationId),
      putSearchSynonyms: ({ params: path, payload }) => synonyms.put(path.organizationId, payload)
    }))
  )
}
