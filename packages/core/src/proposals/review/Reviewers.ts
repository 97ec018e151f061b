import { Effect } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../../organizations/access/Access.ts"
import { AccessFacts } from "../../organizations/access/AccessFacts.ts"
import { contentRole } from "../../organizations/access/Decision.ts"
import { atLeast } from "../../organizations/access/Role.ts"
import { collection as grantCollection } from "../../organizations/grant/Grant.ts"
import { collection as memberCollection, rowId } from "../../organizations/member/Member.ts"
import { accessScope, type Placement } from "../../organizations/placement/Placement.ts"

/** Decides who can be asked for a review. */
export const make = Effect.gen(function* () {
  const facts = yield* AccessFacts
  const members = yield* Repository.make(memberCollection)
  const grants = yield* Repository.make(grantCollection)

  /** Refuses users, named by `users` of a body, who could not submit a review of the space. */
  const requireReviewers = Effect.fnUntraced(function* (placement: Placement, users: ReadonlyArray<UserId>) {
    const rows = yield* members.getMany(users.map((user) => rowId(placement.organization, user)))
    for (const [at, user] of users.entries()) {
      const member = rows.get(rowId(placement.organization, user))?.value ?? null
      const held = member === null ? [] : yield* facts.grants(user, member.teams, accessScope(placement))
      const granted = held.map((row) => grants.decode(row).value)
      const role = contentRole({ user, member, placement, grants: granted })
      if (!atLeast(role, "review")) return yield* new ReferenceNotFound({ field: `users.${at}`, id: user })
    }
  })

  return { requireReviewers } as const
})
