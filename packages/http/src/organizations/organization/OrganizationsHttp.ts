import { Organizations } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { OrganizationCreation } from "./OrganizationCreation.ts"

export const layer = HandlerGroup.layer(Api, "organizations", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const organizations = yield* Organizations.Organizations
      const creation = yield* OrganizationCreation
      return handlers
        .handle(
          "listOrganizations",
          answering(({ query: urlParams }) => onWire(organizations.list(urlParams)))
        )
        .handle(
          "createOrganization",
          answering(({ payload }) =>
            withOwnLocation(onWire(Effect.andThen(creation.allowed, organizations.create(payload))))
          )
        )
        .handle(
          "getOrganization",
          answering(({ params: path }) => onWire(organizations.get(path.organizationId)))
        )
        .handle(
          "updateOrganization",
          answering(({ params: path, payload }) => onWire(organizations.update(path.organizationId, payload)))
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
