import { Actor, ApiTokens, People, Users } from "@quire/core"
import { Effect } from "effect"
import * as Listing from "./Listing.ts"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"
import * as User from "./User.ts"

const onStore = <A, E, R>(settings: Settings, body: Effect.Effect<A, E, R>) =>
  Effect.andThen(
    PersistentStore.requirePersistentStore(settings),
    body.pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(PersistentStore.engine(settings)))
  )

/** Finds the user with an address. The user is created only on request, because an address may be misspelled. */
const findOwner = Effect.fnUntraced(function* (email: string, isNew: boolean) {
  const users = yield* Users.Users
  const { find } = yield* People.People
  if (isNew) return (yield* users.ensure(User.introductionOf(email))).id
  return yield* Effect.map(find(email), ({ id }) => id).pipe(
    Effect.mapError(() => new UsageError({ message: `no user has the address ${email}; pass --create to create one` }))
  )
})

/**
 * Creates a token and prints it once. Without an address, it belongs to the administrator, who is created if absent.
 */
export const create = (
  settings: Settings,
  options: { readonly user: string | undefined; readonly label: string; readonly isNew: boolean }
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const email = yield* User.decodeEmail("--user", options.user ?? User.administrator)
    const program = Effect.gen(function* () {
      const { create } = yield* ApiTokens.ApiTokens
      const owner = yield* findOwner(email, options.isNew || options.user === undefined)
      const { token } = yield* create(owner, { label: options.label })
      yield* Effect.sync(() => void process.stdout.write(`${token}\n`))
    })
    yield* onStore(settings, program)
  })

/** Prints the tokens of a user that are not revoked. */
export const list = (settings: Settings, user: string, isJson: boolean): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const email = yield* User.decodeEmail("--user", user)
    const program = Effect.gen(function* () {
      const { list } = yield* ApiTokens.ApiTokens
      const owner = yield* Effect.flatMap(People.People, ({ find }) => find(email))
      const tokens = yield* Listing.readAll((request) => list(owner.id, request))
      const rows = tokens.map(({ createdAt, expiresAt, id, label, lastUsedAt }) => ({
        id,
        label,
        createdAt,
        lastUsedAt: lastUsedAt ?? null,
        expiresAt: expiresAt ?? null
      }))
      yield* Listing.print(["ID", "LABEL", "CREATED", "LAST USED", "EXPIRES"], rows, isJson)
    })
    yield* onStore(settings, program)
  })

/** Revokes a token by its id. */
export const revoke = (settings: Settings, id: string): Effect.Effect<void, unknown> =>
  onStore(
    settings,
    Effect.gen(function* () {
      const { revoke } = yield* ApiTokens.ApiTokens
      const isNew = yield* revoke(id)
      const text = isNew ? `Revoked token ${id}.` : `Token ${id} was already revoked.`
      yield* Effect.sync(() => void process.stdout.write(`${text}\n`))
    })
  )
