import { Schema } from "effect"
import { TeamId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type * as Decision from "./Decision.ts"

/** The object of a permission, with its title. */
export const AccessResource = Schema.Struct(
  describeFields(
    {
      type: Schema.Literals(["organization", "space", "collection", "site"]),
      id: Schema.String,
      title: Schema.String
    },
    { type: "Kind of the resource.", title: "Title of the resource.", id: "Identifier, which never changes." }
  )
).annotate({ identifier: "AccessResource" })
export type AccessResource = typeof AccessResource.Type

const AccessTeam = Schema.Struct(
  describeFields(
    { id: TeamId, title: Schema.String },
    { title: "Title of the team.", id: "Identifier, which never changes." }
  )
).annotate({ identifier: "AccessTeam" })

const types = {
  NotMember: "not-member",
  Disabled: "disabled",
  OrganizationAdmin: "organization-admin",
  UserGrant: "user-grant",
  TeamGrant: "team-grant",
  Creator: "creator",
  DefaultLevel: "default-level",
  OrganizationRole: "organization-role",
  Guest: "guest",
  Closed: "closed"
} as const

/** The source of a role: `resource` has the grant or the level, `team` holds the grant. */
export const AccessSource = Schema.Struct(
  describeFields(
    {
      type: Schema.Literals([
        "not-member",
        "disabled",
        "organization-admin",
        "user-grant",
        "team-grant",
        "creator",
        "default-level",
        "organization-role",
        "guest",
        "closed"
      ]),
      resource: Schema.optionalKey(AccessResource),
      team: Schema.optionalKey(AccessTeam)
    },
    {
      team: "Team that the grant is for.",
      resource: "Resource with the grant that the role comes from.",
      type: "Rule that determined the role."
    }
  )
).annotate({ identifier: "AccessSource" })
export type AccessSource = typeof AccessSource.Type

/** Titles of spaces, collections and teams. */
export interface Names {
  readonly resource: (id: string) => AccessResource
  readonly team: (id: string) => string
}

/** The view of a source, with titles. */
export const view = (source: Decision.Source, names: Names): AccessSource => ({
  type: types[source._tag],
  ...("resource" in source && source.resource !== null ? { resource: names.resource(source.resource) } : {}),
  ...("team" in source ? { team: { id: TeamId.make(source.team), title: names.team(source.team) } } : {})
})
