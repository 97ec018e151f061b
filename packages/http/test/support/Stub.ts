import {
  type AccessFacts,
  Addresses,
  ContentTokens,
  Credentials,
  type Engine,
  IntegrationTokens,
  UserId
} from "@quire/core"
import { Context, Effect, Layer } from "effect"
import * as Capture from "../../src/foundation/exchange/Capture.ts"

/** The credential of the test API: `Bearer opens-as-<user>`; a user has any number of them. */
export const token = (user = "ada", number = 0) => `opens-as-${user}${number === 0 ? "" : `.${number}`}`

/** Every target that was looked up with a token, in order. */
export const seenTargets: Array<AccessFacts.Target> = []

/** Accepts no content token. */
const contentTokens = Layer.succeed(
  ContentTokens.ContentTokens,
  ContentTokens.ContentTokens.of({ authenticate: () => Effect.succeedNone })
)

/** Accepts no token of an integration. */
const integrationTokens = Layer.succeed(
  IntegrationTokens.IntegrationTokens,
  IntegrationTokens.IntegrationTokens.of({
    authenticate: () => Effect.succeedNone,
    create: () => Effect.die("nothing is minted here"),
    mint: () => Effect.die("nothing is minted here")
  })
)

/** Accepts the tokens of `token`. */
const apiTokens = Layer.succeed(
  Credentials.Credentials,
  Credentials.Credentials.of({
    authenticate: (given, target) =>
      Effect.suspend(() => {
        seenTargets.push(target)
        const user = /^opens-as-(\w+)(?:\.\d+)?$/.exec(given)?.[1]
        return user === undefined
          ? Effect.fail(new Credentials.Unauthenticated())
          : Effect.succeed({ _tag: "User" as const, user: UserId.make(user), token: given })
      }),
    authenticateSession: () => Effect.fail(new Credentials.Unauthenticated()),
    confirmSession: () => Effect.fail(new Credentials.Unauthenticated())
  })
)

/** All kinds, at the address of the test API. */
export const credentials = Layer.mergeAll(
  apiTokens,
  contentTokens,
  integrationTokens,
  Addresses.Addresses.layer("http://quire.test")
)

/** No services of the engine, for handlers that need none. */
export const built = Layer.succeed(Capture.Built, { services: Context.makeUnsafe<Engine.Services>(new Map()) })
