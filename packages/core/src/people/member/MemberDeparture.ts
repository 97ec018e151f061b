import { Context, Effect, Layer } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as inviteCollection } from "../invite/LinkInvite.ts"
import { GrantLedger } from "../placement/GrantLedger.ts"
import { Placements } from "../placement/Placements.ts"
import { TeamRoster } from "../team/TeamRoster.ts"
import { collection, type Member } from "./Member.ts"

/**
 * Removes a member from their organization, together with their team memberships, their grants, the links that they
 * created and their access as a creator. Content that they wrote remains. Used inside a mutation that has locked the
 * tree and checked that an administrator remains.
 */
export class MemberDeparture extends Context.Service<MemberDeparture>()("@quire/core/MemberDeparture", {
  make: Effect.gen(function* () {
    const tree = yield* Placements
    const roster = yield* TeamRoster
    const ledger = yield* GrantLedger
    const events = yield* Events
    const members = yield* Repository.make(collection)
    const invites = yield* Repository.make(inviteCollection)

    const leave = Effect.fnUntraced(function* ({ disabled, id, organization, role, sso, teams, user }: Member) {
      yield* roster.leaveAll(organization, user)
      yield* ledger.removeAll(organization, `user:${user}`)
      yield* invites.removeWhere("byCreator", { equals: { organization, creator: user } })
      yield* tree.disown(organization, user)
      yield* members.remove([id])
      yield* events.announce({
        type: "members.delete",
        organization,
        subjects: [user],
        before: { role, disabled, sso, teams }
      })
    })

    return { leave } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, GrantLedger.layer, Placements.layer, TeamRoster.layer])
  )
}
