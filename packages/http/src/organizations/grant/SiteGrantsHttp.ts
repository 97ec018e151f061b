import { Grants, type OrganizationId } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const resourceOf = ({
  organizationId: organization,
  siteId: id
}: {
  readonly organizationId: OrganizationId.OrganizationId
  readonly siteId: string
}) => ({ kind: "site" as const, organization, id })
const userReader = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const teamReader = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HandlerGroup.layer(Api, "sitePermissions", (handlers) =>
  capturing(
    Effect.map(Grants.Grants, (grants) =>
      handlers
        .handle(
          "inviteToSite",
          answering(({ params: path, payload }) => onWire(grants.invite(resourceOf(path), payload)))
        )
        .handle(
          "listSiteUserPermissions",
          answering(({ params: path, query: urlParams }) => onWire(grants.listUsers(resourceOf(path), urlParams)))
        )
        .handle(
          "updateSiteUserPermission",
          answering(({ params: path, payload }) => onWire(grants.update(resourceOf(path), userReader(path), payload)))
        )
        .handle(
          "removeSiteUserPermission",
          answering(({ params: path }) => respondRemoved(onWire(grants.remove(resourceOf(path), userReader(path)))))
        )
        .handle(
          "listSiteTeamPermissions",
          answering(({ params: path, query: urlParams }) => onWire(grants.listTeams(resourceOf(path), urlParams)))
        )
        .handle(
          "updateSiteTeamPermission",
          answering(({ params: path, payload }) => onWire(grants.update(resourceOf(path), teamReader(path), payload)))
        )
        .handle(
          "removeSiteTeamPermission",
          answering(({ params: path }) => respondRemoved(onWire(grants.remove(resourceOf(path), teamReader(path)))))
        )
        .handle(
          "listSitePermissionsAggregate",
          answering(({ params: path, query: urlParams }) => onWire(grants.aggregate(resourceOf(path), urlParams)))
        )
    )
  )
)
