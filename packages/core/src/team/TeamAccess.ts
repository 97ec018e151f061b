import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import { Access, type OrganizationAccess } from "../access/Access.ts"
import { decideTeam, type TeamAction } from "../access/Decision.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import { collection as treeCollection } from "../placement/OrganizationTree.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import type { Team } from "./Team.ts"
import { view } from "./TeamView.ts"

type Viewer = Pick<OrganizationAccess, "isAdmin" | "member">

const may = (action: TeamAction, team: string, { isAdmin, member }: Viewer): boolean =>
  isAdmin || decideTeam(action, team, { user: member?.user ?? "", member, placement: null, grants: [] }) === "allowed"

/** A team with what its viewer may do. */
export const viewFor = (viewer: Viewer, team: Repository.Versioned<Team>) =>
  view(team, {
    admin: may("team:manage", team.value.id, viewer),
    view: may("team:view", team.value.id, viewer)
  })

export const make = Effect.gen(function* () {
  const access = yield* Access
  const trees = yield* Repository.make(Repository.uncounted(treeCollection))
  const mutation = yield* Mutation.make

  /** A team that the caller may view, for a caller who may rename and delete teams (decisions A8). */
  const administered = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
    const opened = yield* access.team(organization, id, "team:view")
    yield* access.organization(organization, "organization:admin")
    return opened
  })

  /**
   * Runs the body in a transaction that holds the organization's tree. `enter` decides who may; it is asked before the
   * lock and again under it.
   */
  const locked = <O, E, A, E2, R>(
    organization: OrganizationId,
    enter: Effect.Effect<O, E, Actor>,
    body: (opened: O) => Effect.Effect<A, E2, R>
  ): Effect.Effect<A, E | E2, R | Actor> =>
    Effect.andThen(enter, mutation(Effect.andThen(trees.lock([organization]), Effect.flatMap(enter, body))))

  return { access, administered, locked } as const
})
