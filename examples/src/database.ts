import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Exit, Redacted, Scope } from "effect"

/**
 * The database named by `DATABASE_URL`, or an embedded one in the folder `data`, for as long as the program needs it.
 */
export const database = async () => {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, close: async () => {} }
  const scope = await Effect.runPromise(Scope.make())
  const { url } = await Effect.runPromise(Scope.provide(EmbeddedPostgres.start({ directory: "data" }), scope))
  return { url: Redacted.value(url), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
