import { Effect } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { everything } from "../../foundation/paging/Everything.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isActiveAdministrator } from "../../organizations/member/Administrators.ts"
import { collection as memberCollection } from "../../organizations/member/Member.ts"
import type { Integration } from "../integration/Integration.ts"

/**
 * The organizations that a caller is in and no guest of, and those of them that they administer; undefined for the
 * host: all.
 */
export interface Belonging {
  readonly organizations: ReadonlySet<OrganizationId>
  readonly administered: ReadonlyArray<OrganizationId>
}

/** Reads where the caller belongs; whoever signed in for one organization is in that one alone (rule sso-reach). */
export const make = Effect.map(Repository.make(memberCollection), (members) =>
  Effect.gen(function* () {
    const caller = yield* callingAnyone
    if (caller._tag === "System") return undefined
    const { sso, user } = caller
    const rows = yield* members.list("active", { equals: { user, disabled: false }, limit: everything })
    const reached = Repository.values(rows).filter(
      ({ organization }) => sso === undefined || sso.organization === organization
    )
    return {
      organizations: new Set(reached.filter(({ role }) => role !== null).map(({ organization }) => organization)),
      administered: reached.filter(isActiveAdministrator).map(({ organization }) => organization)
    } satisfies Belonging
  })
)

/** Whether a caller may know of an integration that they name: not of a private one of others (rule integration-visibility). */
export const mayKnow = (
  self: Belonging | undefined,
  { organization, visibility }: Pick<Integration, "organization" | "visibility">
): boolean => visibility !== "private" || self === undefined || self.organizations.has(organization)
