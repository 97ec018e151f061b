import { Searches } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { respondJson } from "../../foundation/answer/JsonAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

export const layer = HttpApiBuilder.group(Api, "search", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const searches = yield* Searches.Searches
      return handlers
        .handle("searchOrganization", ({ params, query: { query, ...page } }) =>
          respondJson(onWire(searches.inOrganizationAsJson(params.organizationId, query, page)))
        )
        .handle("searchSpace", ({ params, query: { query, ...page } }) =>
          respondJson(onWire(searches.inSpaceAsJson(params.spaceId, query, page)))
        )
    })
  )
)
