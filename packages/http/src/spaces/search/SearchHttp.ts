import { Searches } from "@quire/core"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

/** Responds 200 with JSON that the operation has already encoded. */
const respondJson = <E, R>(
  self: Effect.Effect<string, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.map(self, (json) => HttpServerResponse.text(json, { contentType: "application/json" }))

export const layer = HandlerGroup.layer(
  Api,
  "search",
  Effect.gen(function* () {
    const searches = yield* Searches.Searches
    return {
      searchOrganization: ({ params, query: { query, ...page } }) =>
        respondJson(searches.inOrganizationAsJson(params.organizationId, query, page)),
      searchSpace: ({ params, query: { query, ...page } }) =>
        respondJson(searches.inSpaceAsJson(params.spaceId, query, page))
    }
  })
)
