import { Organizations, Searches } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { located } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { answeringJson } from "../JsonAnswer.ts"
import { answering } from "../PlainAnswer.ts"
import { OrganizationCreation } from "./OrganizationCreation.ts"

export const layer = HttpApiBuilder.group(Api, "organizations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const organizations = yield* Organizations.Organizations
      const searches = yield* Searches.Searches
      const creation = yield* OrganizationCreation
      return handlers
        .handle(
          "listOrganizations",
          answering(({ query: urlParams }) => onWire(organizations.list(urlParams)))
        )
        .handle(
          "createOrganization",
          answering(({ payload }) => located(onWire(Effect.andThen(creation.allowed, organizations.create(payload)))))
        )
        .handle(
          "getOrganization",
          answering(({ params: path }) => onWire(organizations.get(path.organizationId)))
        )
        .handle(
          "updateOrganization",
          answering(({ params: path, payload }) => onWire(organizations.update(path.organizationId, payload)))
        )
        .handle("searchOrganization", ({ params: path, query: { query, ...page } }) =>
          answeringJson(onWire(searches.inOrganizationAsJson(path.organizationId, query, page)))
        )
        .handle(
          "listOrganizationsOfEmailDomain",
          answering(({ params: path }) =>
            Effect.map(onWire(organizations.ofDomain(path.emailDomain)), (found) => ({ organizations: found }))
          )
        )
    })
  )
)
