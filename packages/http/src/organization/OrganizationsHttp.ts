import { Organizations, Searches } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { located } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { OrganizationCreation } from "./OrganizationCreation.ts"

export const layer = HttpApiBuilder.group(Api, "organizations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const organizations = yield* Organizations.Organizations
      const searches = yield* Searches.Searches
      const creation = yield* OrganizationCreation
      return handlers
        .handle("listOrganizations", ({ query: urlParams }) => onWire(organizations.list(urlParams)))
        .handle("createOrganization", ({ payload }) =>
          located(onWire(Effect.andThen(creation.allowed, organizations.create(payload))))
        )
        .handle("getOrganization", ({ params: path }) => onWire(organizations.get(path.organizationId)))
        .handle("updateOrganization", ({ params: path, payload }) =>
          onWire(organizations.update(path.organizationId, payload))
        )
        .handle("searchOrganization", ({ params: path, query: { query, ...page } }) =>
          onWire(searches.inOrganization(path.organizationId, query, page))
        )
        .handle("listOrganizationsOfEmailDomain", ({ params: path }) =>
          Effect.map(onWire(organizations.ofDomain(path.emailDomain)), (found) => ({ organizations: found }))
        )
    })
  )
)
