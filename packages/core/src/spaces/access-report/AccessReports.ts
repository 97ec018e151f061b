import { Clock, Context, Effect, Layer, Option } from "effect"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { PageRequest } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, type OrganizationAccess, ReferenceNotFound } from "../../people/access/Access.ts"
import type { PlacementKind } from "../../people/access/AccessFacts.ts"
import type * as AccessSource from "../../people/access/AccessSource.ts"
import type { AccessResource } from "../../people/access/AccessSource.ts"
import { collection as memberCollection, rowId } from "../../people/member/Member.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import {
  isActive,
  isRestorable,
  type Placement,
  collection as placementCollection
} from "../../people/placement/Placement.ts"
import { Users } from "../../people/user/Users.ts"
import { AccessNames } from "./AccessNames.ts"
import type * as AccessReport from "./AccessReport.ts"
import { QuestionChecked, targetOf, type WhoCan, WhoCanChecked } from "./AccessReport.ts"
import { buildExplanation } from "./Explanation.ts"
import { ReaderList } from "./ReaderList.ts"
import { WhatIf } from "./WhatIf.ts"
import type { WhatIfInput } from "./WhatIfInput.ts"

const checkQuestion = checked(QuestionChecked, "ignore")
const checkWhoCan = checked(WhoCanChecked, "ignore")

/** Reports who has which access and why, and what a change would do to it. For administrators and the host. */
export class AccessReports extends Context.Service<AccessReports>()("@quire/core/AccessReports", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const users = yield* Users
    const views = yield* UserViews
    const names = yield* AccessNames
    const readers = yield* ReaderList
    const impact = yield* WhatIf
    const members = yield* Repository.make(memberCollection)
    const placements = yield* Repository.make(placementCollection)

    /** The space, collection or site that a question names. One past its restore window counts as unknown. */
    const findPlacement = Effect.fnUntraced(function* (
      organization: OrganizationId,
      target: { readonly kind: PlacementKind; readonly id: string }
    ) {
      const { id, kind } = target
      const found = Option.getOrUndefined(yield* placements.get(id))?.value
      const now = yield* Clock.currentTimeMillis
      const isKnown =
        found !== undefined &&
        found.kind === kind &&
        found.organization === organization &&
        (isActive(found) || isRestorable(found, now))
      return isKnown ? found : yield* new ReferenceNotFound({ field: kind, id })
    })

    /** A user whom the caller may know: a member, or someone who shares another organization with the caller. */
    const findPerson = Effect.fnUntraced(function* (opened: OrganizationAccess, id: UserId) {
      const organization = opened.organization.value.id
      const found = Option.getOrUndefined(yield* members.get(rowId(organization, id)))
      if (found === undefined) {
        const user = yield* Effect.mapError(users.get(id), () => new ReferenceNotFound({ field: "user", id }))
        return { user, member: null }
      }
      const viewOf = yield* views.many(organization, opened, [id])
      return { user: viewOf(id), member: found.value }
    })

    const resourceOf = (
      { organization }: OrganizationAccess,
      placement: Placement | null,
      named: AccessSource.Names
    ) =>
      placement === null
        ? ({
            type: "organization",
            id: organization.value.id,
            title: organization.value.title
          } satisfies AccessResource)
        : named.resource(placement.id)

    /** Explains why a user has a permission or lacks it. */
    const explain = operation("AccessReports.explain")(function* (
      organization: OrganizationId,
      given: AccessReport.AccessQuestion
    ) {
      const question = yield* checkQuestion(given)
      const opened = yield* access.organization(organization, "organization:admin")
      const { member, user } = yield* findPerson(opened, question.user)
      const target = targetOf(question)
      const placement = target === undefined ? null : yield* findPlacement(organization, target)
      const grants = placement === null || member === null ? [] : yield* readers.grantsOf(member, placement)
      const named = yield* names.load(
        placement === null ? [] : [placement.id, ...placement.accessChain.flat()],
        member?.teams ?? []
      )
      return buildExplanation(
        {
          facts: { user: question.user, member, placement, grants },
          permission: question.permission,
          user,
          resource: resourceOf(opened, placement, named),
          isDeleted: placement !== null && !isActive(placement)
        },
        named
      )
    })

    /** Lists the members who have a permission, by user id; empty for deleted content. */
    const whoCan = operation("AccessReports.whoCan")(function* (
      organization: OrganizationId,
      given: WhoCan,
      request: PageRequest
    ) {
      const question = yield* checkWhoCan(given)
      const opened = yield* access.organization(organization, "organization:admin")
      const target = targetOf(question)
      const placement = target === undefined ? null : yield* findPlacement(organization, target)
      return yield* readers.page({ organization, viewer: opened, permission: question.permission, placement }, request)
    })

    /** Lists who would gain or lose which role by a change, without making it. */
    const whatIf = operation("AccessReports.whatIf")(function* (organization: OrganizationId, given: WhatIfInput) {
      const input = yield* impact.checkInput(given)
      const viewer = yield* access.organization(organization, "organization:admin")
      return yield* impact.ask(organization, viewer, input)
    })

    return { explain, whoCan, whatIf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, AccessNames.layer, ReaderList.layer, UserViews.layer, Users.layer, WhatIf.layer])
  )
}
