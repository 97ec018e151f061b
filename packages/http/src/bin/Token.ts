import { Actor, ApiTokens, User, Users } from "@quire/core"
import { Effect, Schema } from "effect"
import * as KeptStore from "./KeptStore.ts"
import { type Settings, UsageError } from "./Settings.ts"

/** Creates a token for a person, who is created when the address is unknown, and prints it once. */
export const create = (
  settings: Settings,
  options: { readonly user: string | undefined; readonly label: string | undefined }
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* KeptStore.requireKept(settings)
    const email = yield* Schema.decodeUnknownEffect(User.Email)(options.user ?? User.administrator).pipe(
      Effect.mapError(() => new UsageError({ message: `--user must be an e-mail address, not "${options.user}"` }))
    )
    yield* Effect.gen(function* () {
      const users = yield* Users.Users
      const tokens = yield* ApiTokens.ApiTokens
      const person = yield* users.ensure({ email, displayName: email.split("@")[0] ?? email, emailVerified: true })
      const { token } = yield* tokens.create(person.id, { label: options.label ?? "command line" })
      yield* Effect.sync(() => void process.stdout.write(`${token}\n`))
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(KeptStore.engine(settings)))
  })
