import { Context, Effect, Layer } from "effect"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import type { Member } from "../../people/member/Member.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import { AccessNames } from "./AccessNames.ts"
import type { OrganizationStanding, WhatIfView } from "./AccessReport.ts"
import * as Impact from "./Impact.ts"
import { type Change, limits, WhatIfInput } from "./WhatIfInput.ts"
import * as WhatIfPictures from "./WhatIfPictures.ts"

const checkInput = checked(WhatIfInput)

const standingOf = (self: Member | null): OrganizationStanding =>
  self === null || self.disabled ? "none" : (self.role ?? "guest")

/** How a change would alter a member's membership in the organization; undefined if it would not. */
const compareStandings = (change: Change, self: Member | null) => {
  if (self === null) return undefined
  const [before, after] = [standingOf(self), standingOf(Impact.memberAfter(change, self))]
  return before === after ? undefined : { user: self.user, before, after }
}

/** Computes the effect of a change on everyone's roles, without applying it. */
export class WhatIf extends Context.Service<WhatIf>()("@quire/core/WhatIf", {
  make: Effect.gen(function* () {
    const { check } = yield* WhatIfPictures.WhatIfChecks
    const pictures = yield* WhatIfPictures.WhatIfPictures
    const names = yield* AccessNames
    const users = yield* UserViews

    /** The first impacts, by resource and then user, and the number of further ones. */
    const collectImpacts = Effect.fnUntraced(function* (
      organization: OrganizationId,
      checked: WhatIfPictures.CheckedChange,
      limit: number
    ) {
      const found: Array<Impact.Impact> = []
      let more = 0
      const collect = (impact: Impact.Impact) => {
        if (found.length < limit) found.push(impact)
        else more += 1
      }
      yield* pictures.each(organization, checked, (seen) => {
        const among = Impact.comparePeople(checked.change, seen)
        return Effect.forEach(
          Impact.comparePlacements(checked.change, seen),
          (place) => Effect.sync(() => Impact.findImpacts(among, place).forEach(collect)),
          { discard: true }
        )
      })
      return { found, more }
    })

    /** Expects that the caller was permitted to ask. */
    const ask = Effect.fnUntraced(function* (organization: OrganizationId, viewer: Viewer, input: WhatIfInput) {
      const checked = yield* check(organization, input.change)
      const { found, more } = yield* collectImpacts(organization, checked, input.limit ?? limits.default)
      const own = compareStandings(checked.change, checked.member)
      const named = yield* names.load([...new Set(found.map(({ resource }) => resource))], [])
      const ids = [...new Set(found.map(({ user }) => user)), ...(own === undefined ? [] : [own.user])]
      const userOf = yield* users.many(
        organization,
        viewer,
        ids.map((id) => UserId.make(id))
      )
      return {
        object: "what-if",
        ...(own === undefined ? {} : { organization: { ...own, user: userOf(own.user) } }),
        changes: found.map(({ after, before, resource, user }) => ({
          user: userOf(UserId.make(user)),
          resource: named.resource(resource),
          before,
          after
        })),
        more
      } satisfies WhatIfView
    })

    return { checkInput, ask } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      AccessNames.layer,
      UserViews.layer,
      WhatIfPictures.WhatIfChecks.layer,
      WhatIfPictures.WhatIfPictures.layer
    ])
  )
}
