import { HttpApiBuilder } from "@effect/platform"
import { Organizations, Searches } from "@quire/core"
import { Effect } from "effect"
import { located } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"
import { OrganizationCreation } from "./OrganizationCreation.ts"

export const layer = HttpApiBuilder.group(Api, "organizations", (handlers) =>
  Effect.gen(function* () {
    const organizations = yield* Organizations.Organizations
    const searches = yield* Searches.Searches
    const creation = yield* OrganizationCreation
    return handlers
      .handle("listOrganizations", ({ urlParams }) => onWire(organizations.list(urlParams)))
      .handle("createOrganization", ({ payload }) =>
        located(onWire(Effect.zipRight(creation.allowed, organizations.create(payload))))
      )
      .handle("getOrganization", ({ path }) => onWire(organizations.get(path.organizationId)))
      .handle("updateOrganization", ({ path, payload }) => onWire(organizations.update(path.organizationId, payload)))
      .handle("searchOrganization", ({ path, urlParams: { query, ...page } }) =>
        onWire(searches.inOrganization(path.organizationId, query, page))
      )
      .handle("listOrganizationsOfEmailDomain", ({ path }) =>
        Effect.map(onWire(organizations.ofDomain(path.emailDomain)), (found) => ({ organizations: found }))
      )
  })
)
