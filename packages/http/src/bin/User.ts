import { open } from "node:fs/promises"
import { Actor, Addresses, People, SignIn, User, type UserId, Users } from "@quire/core"
import { Data, Effect, Option, Schema, Stream } from "effect"
import * as Listing from "./Listing.ts"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"

export const { administrator } = User

/** A user with the address already exists. */
export class UserExists extends Data.TaggedError("UserExists")<{ readonly email: string }> {
  override get message() {
    return `a user with the address ${this.email} already exists`
  }
}

/** The canonical spelling of an address that the command names. */
export const decodeEmail = (name: string, text: string): Effect.Effect<string, UsageError> =>
  Schema.decodeUnknownEffect(User.Email)(text).pipe(
    Effect.mapError(() => new UsageError({ message: `${name} must be an email address, not "${text}"` }))
  )

/** Identity of a user created by the operator; the address counts as verified. */
export const introductionOf = (email: string, name?: string) => ({
  email,
  displayName: name ?? email.split("@")[0] ?? email,
  emailVerified: true
})

const titles = ["ID", "EMAIL", "NAME", "CREATED"]

type Profile = Effect.Success<ReturnType<People.People["Service"]["list"]>>["items"][number]

const rowOf = ({ createdAt, displayName, email, id }: Profile) => ({ id, email, displayName, createdAt })

/** Runs an effect with the user that the command names. */
const withPerson = <A, E>(
  settings: Settings,
  whom: string,
  body: (
    people: People.People["Service"],
    id: UserId
  ) => Effect.Effect<A, E, Actor.Actor | Addresses.Addresses | SignIn.SignIn>
): Effect.Effect<A, unknown> =>
  Effect.gen(function* () {
    yield* PersistentStore.requirePersistentStore(settings)
    return yield* Effect.gen(function* () {
      const people = yield* People.People
      return yield* body(people, (yield* people.find(whom)).id)
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(PersistentStore.engine(settings)))
  })

/** Opens the target of an export: a file that only its owner can read, or the terminal. */
const openTarget = (to: string | undefined) =>
  to === undefined
    ? Effect.succeed((text: string) => Effect.sync(() => void process.stdout.write(text)))
    : Effect.map(
        Effect.acquireRelease(
          Effect.tryPromise(() => open(to, "w", 0o600)),
          (file) => Effect.promise(() => file.close())
        ),
        (file) => (text: string) => Effect.promise(() => file.appendFile(text))
      )

/** Writes all stored data of a user (rule user-export). */
export const exportUser = (settings: Settings, whom: string, to: string | undefined) =>
  withPerson(settings, whom, (people, id) =>
    Effect.scoped(Effect.flatMap(openTarget(to), (write) => Stream.runForEach(people.exportText(id), write)))
  )

/** Erases a user, who must be confirmed (rule user-erase). */
export const eraseUser = (settings: Settings, whom: string, isConfirmed: boolean) =>
  Effect.gen(function* () {
    if (!isConfirmed) {
      return yield* new UsageError({ message: "erasing a user cannot be undone; pass --yes to confirm" })
    }
    return yield* withPerson(settings, whom, (people, id) =>
      Effect.flatMap(people.erase(id), (isNew) =>
        Effect.sync(() => void process.stdout.write(`${id} ${isNew ? "was erased" : "had already been erased"}\n`))
      )
    )
  })

/** Prints a one-time sign-in link for a user. It starts with the base URL of the settings, or that of the server. */
export const printLink = (settings: Settings, whom: string, isJson: boolean): Effect.Effect<void, unknown> =>
  withPerson(settings, whom, (_, id) =>
    Effect.gen(function* () {
      const signIn = yield* SignIn.SignIn
      const { base } = yield* Addresses.Addresses
      const { code, expiresAt } = yield* signIn.start(id)
      const link = `${base}/sign-in?code=${code}`
      const text = isJson ? JSON.stringify({ link, expiresAt: new Date(expiresAt).toISOString() }, null, 2) : link
      yield* Effect.sync(() => void process.stdout.write(`${text}\n`))
    })
  )

/** Creates a user and prints their id; fails if a user has the address. */
export const createUser = (
  settings: Settings,
  given: { readonly email: string; readonly name: string | undefined; readonly isJson: boolean }
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const email = yield* decodeEmail("EMAIL", given.email)
    yield* PersistentStore.requirePersistentStore(settings)
    yield* Effect.gen(function* () {
      const people = yield* People.People
      const users = yield* Users.Users
      if (Option.isSome(yield* Effect.option(people.find(email)))) {
        return yield* new UserExists({ email })
      }
      const { displayName, id } = yield* users.ensure(introductionOf(email, given.name))
      const text = given.isJson ? JSON.stringify({ id, email, displayName }, null, 2) : id
      yield* Effect.sync(() => void process.stdout.write(`${text}\n`))
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(PersistentStore.engine(settings)))
  })

/** Prints all users. */
export const listUsers = (settings: Settings, isJson: boolean): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* PersistentStore.requirePersistentStore(settings)
    const people = yield* Effect.flatMap(People.People, ({ list }) => Listing.readAll(list)).pipe(
      Effect.provideService(Actor.Actor, Actor.system),
      Effect.provide(PersistentStore.engine(settings))
    )
    yield* Listing.print(titles, people.map(rowOf), isJson)
  })
