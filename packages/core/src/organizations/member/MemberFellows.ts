import { Effect, Layer } from "effect"
import { Fellows, type Fellowship } from "../../accounts/user/Fellows.ts"
import type { UserId } from "../../foundation/id/UserId.ts"
import { everything } from "../../foundation/paging/Everything.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection, rowId } from "./Member.ts"

/** Members may change meanwhile, since other writers do not lock the user. */
const tries = 10

const make = Effect.gen(function* () {
  const members = yield* Repository.make(collection)

  const listMemberships = (user: UserId) => members.list("ofUser", { equals: { user }, limit: everything })

  const findFellowship = Effect.fnUntraced(function* (caller: UserId, other: UserId) {
    const own = (yield* listMemberships(caller)).map(({ value }) => value).filter(({ disabled }) => !disabled)
    const theirs = yield* members.getMany(own.map(({ organization }) => rowId(organization, other)))
    const shared = own.filter(({ organization }) => theirs.get(rowId(organization, other))?.value.disabled === false)
    const fellowship: Fellowship = shared.some(({ role }) => role !== null) ? "listing" : "shared"
    return shared.length === 0 ? "none" : fellowship
  })

  const updateSearchWords = (user: UserId, words: string) =>
    listMemberships(user).pipe(
      Effect.flatMap((rows) => members.updateAll(rows.map((row) => ({ seen: row, next: { ...row.value, words } })))),
      Effect.retry({ times: tries, while: ({ _tag }) => _tag === "Stale" }),
      Effect.orDie
    )

  return { findFellowship, updateSearchWords } as const
})

/** Implements `Fellows` by the organizations that people share. */
export const layer = Layer.effect(Fellows, make)
