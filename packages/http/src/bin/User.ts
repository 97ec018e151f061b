import { open } from "node:fs/promises"
import { Actor, People, type UserId } from "@quire/core"
import { Effect, Stream } from "effect"
import * as KeptStore from "./KeptStore.ts"
import { type Settings, UsageError } from "./Settings.ts"

/** Runs something with the person that the command names. */
const withPerson = <A, E>(
  settings: Settings,
  whom: string | undefined,
  body: (people: People.People["Service"], id: UserId.UserId) => Effect.Effect<A, E, Actor.Actor>
): Effect.Effect<A, unknown> =>
  Effect.gen(function* () {
    if (whom === undefined) return yield* new UsageError({ message: "name a person by their id or their address" })
    yield* KeptStore.requireKept(settings)
    return yield* Effect.gen(function* () {
      const people = yield* People.People
      return yield* body(people, (yield* people.find(whom)).id)
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(KeptStore.engine(settings)))
  })

/** Where the text of an export goes: a file that its owner alone reads, or the terminal. */
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

/** Writes everything that is kept of a person (rule user-export). */
export const exportUser = (settings: Settings, whom: string | undefined, to: string | undefined) =>
  withPerson(settings, whom, (people, id) =>
    Effect.scoped(Effect.flatMap(openTarget(to), (write) => Stream.runForEach(people.exportText(id), write)))
  )

/** Erases a person, who is named by what was confirmed (rule user-erase). */
export const eraseUser = (settings: Settings, whom: string | undefined, isConfirmed: boolean) =>
  Effect.gen(function* () {
    if (!isConfirmed) {
      return yield* new UsageError({ message: "erasing a person cannot be taken back: say --yes to do it" })
    }
    return yield* withPerson(settings, whom, (people, id) =>
      Effect.flatMap(people.erase(id), (isNew) =>
        Effect.sync(() => void process.stdout.write(`${id} ${isNew ? "is erased" : "was erased before"}\n`))
      )
    )
  })
