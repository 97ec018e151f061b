import { Context, Effect, Layer } from "effect"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import { collection as teamCollection } from "../team/Team.ts"
import { collection, idOf, kindOf } from "./Grant.ts"

/**
 * The `spaces` counters of members and teams: how many active spaces each has a grant on, inherited ones not counted
 * (rule member-spaces-count). Used with the organization's tree locked.
 */
export class GrantCounts extends Context.Service<GrantCounts>()("@quire/core/GrantCounts", {
  make: Effect.gen(function* () {
    const grants = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)
    const teams = yield* Repository.make(teamCollection)

    const memberRow = (organization: OrganizationId, reader: string) => rowId(organization, UserId.make(idOf(reader)))

    /** Adds to the counters of readers, by reader. Readers outside of the organization have none. */
    const add = Effect.fnUntraced(function* (organization: OrganizationId, by: ReadonlyMap<string, number>) {
      const changed = [...by].filter(([, spaces]) => spaces !== 0)
      const ofMembers = changed.filter(([reader]) => kindOf(reader) === "user")
      const ofTeams = changed.filter(([reader]) => kindOf(reader) === "team")
      const people = yield* members.getMany(ofMembers.map(([reader]) => memberRow(organization, reader)))
      for (const [reader, spaces] of ofMembers) {
        const id = memberRow(organization, reader)
        if (people.has(id)) yield* members.add(id, { spaces })
      }
      const groups = yield* teams.getMany(ofTeams.map(([reader]) => idOf(reader)))
      for (const [reader, spaces] of ofTeams) {
        const id = idOf(reader)
        if (groups.has(id)) yield* teams.add(id, { spaces })
      }
    })

    /** Counts the grants on spaces that became active (1) or stopped being active (-1). */
    const countSpaces = Effect.fnUntraced(function* (
      organization: OrganizationId,
      spaces: ReadonlyArray<string>,
      by: 1 | -1
    ) {
      if (spaces.length === 0) return
      const rows = yield* grants.list("onResource", { equals: { resource: { in: spaces } }, limit: noLimit })
      const differences = new Map<string, number>()
      for (const { value } of rows) differences.set(value.reader, (differences.get(value.reader) ?? 0) + by)
      yield* add(organization, differences)
    })

    return { add, countSpaces } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
