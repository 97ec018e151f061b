import { Effect } from "effect"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import * as Repository from "../store/Repository.ts"
import type { Keyset } from "../store/RowStore.ts"
import { collection, type Member } from "./Member.ts"
import type { Filter } from "./MemberInput.ts"

/** Which members, and in which order; `words` is folded. */
export interface Wanted {
  readonly direction: "asc" | "desc"
  readonly role: Filter["role"]
  readonly sort: NonNullable<Filter["sort"]>
  readonly words: string
}

interface Page {
  readonly direction: "asc" | "desc"
  readonly limit: number
  readonly after?: Keyset
}

/** How a list of members is loaded and counted, each by the index that has its order: a source for `Paging.paged`. */
export const make = Effect.map(Repository.make(collection), (members) => {
  const everyRole = (organization: OrganizationId, { sort, words }: Wanted) => {
    const index = sort === "joinedAt" ? "inOrganization" : "seen"
    const filter = { equals: { organization }, ...(words === "" ? {} : { contains: { words } }) }
    return {
      index,
      count: members.count(index, filter),
      list: (page: Page) => members.list(index, { ...filter, ...page })
    } as const
  }
  const oneRole = (organization: OrganizationId, role: NonNullable<Wanted["role"]>, { sort, words }: Wanted) => {
    const index = sort === "joinedAt" ? "ofRole" : "seenOfRole"
    const filter = { equals: { organization, role }, ...(words === "" ? {} : { contains: { words } }) }
    return {
      index,
      count: members.count(index, filter),
      list: (page: Page) => members.list(index, { ...filter, ...page })
    } as const
  }
  return (organization: OrganizationId, wanted: Wanted) => {
    const { count, index, list } =
      wanted.role === undefined ? everyRole(organization, wanted) : oneRole(organization, wanted.role, wanted)
    return {
      count,
      load: (after: Keyset | undefined, limit: number) =>
        list({ direction: wanted.direction, limit, ...(after === undefined ? {} : { after }) }),
      keyset: ({ value }: Repository.Versioned<Member>) => members.keyset(index, value)
    }
  }
})
