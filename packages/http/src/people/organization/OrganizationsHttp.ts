import { Organizations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { OrganizationCreation } from "./OrganizationCreation.ts"

export const layer = HandlerGroup.layer(
  Api,
  "organizations",
  Effect.gen(function* () {
    const organizations = yield* Organizations.Organizations
    const creation = yield* OrganizationCreation
    return {
      listOrganizations: ({ query: urlParams }) => organizations.list(urlParams),
      createOrganization: ({ payload }) =>
        withOwnLocation(Effect.andThen(creation.allowed, organizations.create(payload))),
      getOrganization: ({ params: path }) => organizations.get(path.organizationId),
      updateOrganization: ({ params: path, payload }) => organizations.update(path.organizationId, payload),
      listOrganizationsOfEmailDomain: ({ params: path }) =>
        Effect.map(organizations.ofDomain(path.emailDomain), (found) => ({ organizations: found }))
    }
  })
)
