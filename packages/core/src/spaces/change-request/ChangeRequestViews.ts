import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { single } from "../../foundation/operation/Single.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import type { PlacementAccess } from "../../people/access/Access.ts"
import { UserViews } from "../../people/member/UserViews.ts"
import type { Space } from "../space/Space.ts"
import { type ChangeRequest, type Contributor, type ContributorView, creatorOf, view } from "./ChangeRequest.ts"

/** A space that the caller may read. */
export interface ReadableSpace {
  readonly access: PlacementAccess
  readonly space: VersionedValue<Space>
}

/** Views of change requests for the caller, with a constant number of queries for a whole page. */
export class ChangeRequestViews extends Context.Service<ChangeRequestViews>()("@quire/core/ChangeRequestViews", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const users = yield* UserViews

    /** Views of change requests that all belong to the one space. */
    const many = Effect.fnUntraced(function* (
      { access, space }: ReadableSpace,
      rows: ReadonlyArray<VersionedValue<ChangeRequest>>
    ) {
      const authors = rows.map(({ value }) => creatorOf(value))
      const userOf = yield* users.many(space.value.organization, access, authors)
      const head = space.value.revision
      return rows.map((row) => view(row, { ...addresses, head, createdBy: userOf(creatorOf(row.value)) }))
    })

    const one = (readable: ReadableSpace & { readonly changeRequest: VersionedValue<ChangeRequest> }) =>
      single(many(readable, [readable.changeRequest]))

    const contributors = Effect.fnUntraced(function* (
      { access, space }: ReadableSpace,
      rows: ReadonlyArray<Contributor>
    ) {
      const ids = rows.map(({ user }) => user)
      const userOf = yield* users.many(space.value.organization, access, ids)
      return rows.map(
        ({ edits, lastEditedAt, user }): ContributorView => ({
          user: userOf(user),
          count: edits,
          updatedAt: toTimestamp(lastEditedAt)
        })
      )
    })

    return { many, one, contributors } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(UserViews.layer))
}
