import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection } from "./Member.ts"
import type * as MemberInput from "./MemberInput.ts"

/** Which members to list, and in which order; `words` is folded. */
export interface MemberQuery {
  readonly direction: "asc" | "desc"
  readonly role: MemberInput.Filter["role"]
  readonly sort: NonNullable<MemberInput.Filter["sort"]>
  readonly words: string
}

/** Sources of member lists for `Paging.paged`, each by the index with its order. */
export class MemberList extends Context.Service<MemberList>()("@quire/core/MemberList", {
  make: Effect.map(Repository.make(collection), (members) => {
    const sourceByArrival = (organization: OrganizationId, { direction, role, words }: MemberQuery) => {
      const rest = { contains: { words: words === "" ? undefined : words }, direction }
      return role === undefined
        ? members.source("inOrganization", { equals: { organization }, ...rest })
        : members.source("ofRole", { equals: { organization, role }, ...rest })
    }
    const sourceByLastSeen = (organization: OrganizationId, { direction, role, words }: MemberQuery) => {
      const rest = { contains: { words: words === "" ? undefined : words }, direction }
      return role === undefined
        ? members.source("seen", { equals: { organization }, ...rest })
        : members.source("seenOfRole", { equals: { organization, role }, ...rest })
    }
    const sourceOf = (organization: OrganizationId, wanted: MemberQuery) =>
      wanted.sort === "joinedAt" ? sourceByArrival(organization, wanted) : sourceByLastSeen(organization, wanted)

    return { sourceOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
