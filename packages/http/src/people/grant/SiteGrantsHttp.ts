import { Grants, type OrganizationId } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
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

export const layer = HandlerGroup.layer(
  Api,
  "sitePermissions",
  Effect.map(Grants.Grants, (grants) => ({
    inviteToSite: ({ params: path, payload }) => grants.invite(resourceOf(path), payload),
    listSiteUserPermissions: ({ params: path, query: urlParams }) => grants.listUsers(resourceOf(path), urlParams),
    updateSiteUserPermission: ({ params: path, payload }) => grants.update(resourceOf(path), userReader(path), payload),
    removeSiteUserPermission: ({ params: path }) => respondRemoved(grants.remove(resourceOf(path), userReader(path))),
    listSiteTeamPermissions: ({ params: path, query: urlParams }) => grants.listTeams(resourceOf(path), urlParams),
    updateSiteTeamPermission: ({ params: path, payload }) => grants.update(resourceOf(path), teamReader(path), payload),
    removeSiteTeamPermission: ({ params: path }) => respondRemoved(grants.remove(resourceOf(path), teamReader(path))),
    listSitePermissionsAggregate: ({ params: path, query: urlParams }) => grants.aggregate(resourceOf(path), urlParams)
  }))
)
