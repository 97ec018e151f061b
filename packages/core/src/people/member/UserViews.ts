import { Context, Effect, Layer } from "effect"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { Actor, actorId } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { Grantings } from "../access/IntegrationGrant.ts"
import type { Viewer } from "../access/Viewer.ts"
import { collection, isErased, type User, type UserView } from "../user/User.ts"
import { type Member, collection as memberCollection, rowId, view } from "./Member.ts"

/** The user shown for actions of the host; no user has this id. */
const host = UserId.make("system")

/**
 * Views of the users who acted in an organization, loaded for a whole page together. Former members are shown by name,
 * and integrations by their titles. Addresses are shown to their owners and to members who may list the others (rule
 * user-email-shown).
 */
export class UserViews extends Context.Service<UserViews>()("@quire/core/UserViews", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const { together } = yield* RowStore
    const users = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)
    const grantings = yield* Grantings

    const urls = (id: string) => ({ location: `${base}/v1/users/${id}` })
    const viewUser = (id: UserId, self: User | undefined, showsEmail: boolean, title?: string): UserView => ({
      object: "user",
      id,
      displayName: self?.displayName ?? title ?? (id === host ? "System" : "Unknown"),
      ...(self?.photoURL === undefined ? {} : { photoURL: self.photoURL }),
      ...(showsEmail && self !== undefined && !isErased(self) ? { email: self.email } : {}),
      urls: urls(id)
    })

    /** Views of users by id; null represents the host. Guests see no addresses. */
    const many = Effect.fnUntraced(function* (
      organization: OrganizationId,
      { isHost, member }: Viewer,
      ids: Iterable<UserId | null>
    ) {
      const caller = yield* Actor
      const wanted = [...new Set(Array.from(ids, (id) => id ?? host))]
      const real = wanted.filter((id) => id !== host)
      const isInsider = isHost || member.role !== null
      const [rows, fellows] = yield* together(
        users.getMany(real),
        members.getMany(isInsider ? real.map((id) => rowId(organization, id)) : [])
      )
      const others = real.filter((id) => !rows.has(id))
      const titles = others.length === 0 ? undefined : yield* grantings.titles(others)
      const views = new Map(
        wanted.map((id) => {
          const showsEmail = id === actorId(caller) || fellows.has(rowId(organization, id))
          return [id, viewUser(id, rows.get(id)?.value, showsEmail, titles?.get(id))] as const
        })
      )
      return (id: UserId | null): UserView => views.get(id ?? host) ?? viewUser(id ?? host, undefined, false)
    })

    return { many } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Views of members of one organization, with one query for the users of a whole page. */
export class MemberViews extends Context.Service<MemberViews>()("@quire/core/MemberViews", {
  make: Effect.map(UserViews, (users) => ({
    many: Effect.fnUntraced(function* (
      organization: OrganizationId,
      viewer: Viewer,
      rows: ReadonlyArray<VersionedValue<Member>>
    ) {
      const userOf = yield* users.many(
        organization,
        viewer,
        rows.map(({ value }) => value.user)
      )
      return rows.map((row) => view(row, userOf(row.value.user)))
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(UserViews.layer))
}
