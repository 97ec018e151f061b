import { Context, type Effect, type Option } from "effect"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import type { ActingIntegration } from "../../foundation/operation/Actor.ts"
import type * as CredentialFacts from "../../foundation/operation/CredentialFacts.ts"
import type { PlacementKind } from "../../foundation/operation/CredentialFacts.ts"
import type { Scope } from "../../foundation/operation/Scope.ts"
import { type Member, rowId } from "../member/Member.ts"
import type { ContentAction } from "./Decision.ts"
import type { Role } from "./Role.ts"

/** The current grant of an integration where it is installed. */
export interface IntegrationGrant {
  readonly organization: OrganizationId
  readonly scopes: ReadonlySet<string>
  /** Whether it is installed on the requested space or site. */
  readonly isOn: boolean
}

/** Grants of integrations; none if a token, its installation or the integration was deleted. */
export class Grantings extends Context.Service<
  Grantings,
  {
    readonly of: (
      acting: Pick<ActingIntegration, "integration" | "installation">,
      target: CredentialFacts.Target
    ) => Effect.Effect<Option.Option<IntegrationGrant>>
    /** Returns those of the given spaces that the integration of an installation is installed on. */
    readonly spacesOf: (installation: string, spaces: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
    /** Titles of integrations by the ids of their installations; unknown ids are left out. */
    readonly titles: (installations: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
  }
>()("@quire/core/Grantings") {}

const never: ReadonlyArray<Scope> = []

const ofSpace: { readonly [A in ContentAction]: ReadonlyArray<Scope> } = {
  "content:view": ["space:metadata:read", "space:metadata:write", "space:content:read", "space:content:write"],
  "content:read": ["space:content:read"],
  "content:edit": ["space:content:write"],
  "content:create": ["space:metadata:write"],
  "content:comment": never,
  "content:review": never
}

const viewingSites: ReadonlyArray<Scope> = [
  "site:metadata:read",
  "site:adaptive:read",
  "site:adaptive:write",
  "site:visitor:auth"
]

/** The scopes of which one permits an action to integrations; none if no scope does. */
export const scopesFor = (kind: PlacementKind, action: ContentAction): ReadonlyArray<Scope> => {
  switch (kind) {
    case "space":
      return ofSpace[action]
    case "site":
      return action === "content:view" ? viewingSites : never
    case "collection":
      return never
  }
}

/** The role of an integration on a space or a site, as shown in views. */
export const roleOf = ({ scopes }: IntegrationGrant): Role => (scopes.has("space:content:write") ? "edit" : "read")

/** An integration as a caller: a guest with the id of its installation, to which no grants can be given. */
export const guest = ({ organization }: IntegrationGrant, installation: string): Member => {
  const user = UserId.make(installation)
  return {
    id: rowId(organization, user),
    organization,
    user,
    role: null,
    disabled: false,
    pending: null,
    joinedAt: 0,
    lastSeenAt: null,
    sso: false,
    teams: [],
    ownedTeams: [],
    words: ""
  }
}
