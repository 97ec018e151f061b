import { Effect, Layer } from "effect"
import type { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { UserVisibility, type Visibility } from "../user/UserVisibility.ts"
import { collection, type Member, rowId } from "./Member.ts"

/** Maximum number of attempts. Members may change concurrently, because other writers do not lock the user. */
const tries = 10

const make = Effect.gen(function* () {
  const members = yield* Repository.make(collection)

  const listMemberships = (user: UserId) => members.list("ofUser", { equals: { user }, limit: noLimit })

  const findVisibility = Effect.fnUntraced(function* (caller: UserId, other: UserId, only?: OrganizationId) {
    const isCounted = ({ disabled, organization }: Member) => !disabled && (only ?? organization) === organization
    const own = (yield* listMemberships(caller)).map(({ value }) => value).filter(isCounted)
    const theirs = yield* members.getMany(own.map(({ organization }) => rowId(organization, other)))
    const shared = own.filter(({ organization }) => theirs.get(rowId(organization, other))?.value.disabled === false)
    const visibility: Visibility = shared.some(({ role }) => role !== null) ? "email" : "name"
    return shared.length === 0 ? "hidden" : visibility
  })

  const updateSearchWords = (user: UserId, words: string) =>
    listMemberships(user).pipe(
      Effect.flatMap((rows) => members.tryUpdateAll(rows.map((row) => ({ seen: row, next: { ...row.value, words } })))),
      Effect.retry({ times: tries, while: ({ _tag }) => _tag === "Stale" }),
      Effect.orDie
    )

  const admitInvited = Effect.fnUntraced(function* (user: UserId, email: string) {
    const invited = (yield* listMemberships(user)).filter(({ value }) => value.pending === email)
    const locked = yield* members.lock(invited.map(({ value }) => value.id))
    const waiting = Array.from(locked.values()).filter(({ value }) => value.pending === email)
    yield* members.updateAll(waiting.map((seen) => ({ seen, next: { ...seen.value, pending: null, disabled: false } })))
  })

  return { findVisibility, updateSearchWords, admitInvited } as const
})

/** Implements `UserVisibility` by the organizations that users share. */
export const layer = Layer.effect(UserVisibility, make)
