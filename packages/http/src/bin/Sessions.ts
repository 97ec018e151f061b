import { EmbeddedPostgres, type PgSession } from "@quire/adapters/postgres"
import { Effect, type Scope } from "effect"
import { type Settings, UsageError } from "./Settings.ts"

/** Connection options of the configured database; joins the embedded server of a running process. */
export const optionsOf = (
  settings: Settings
): Effect.Effect<PgSession.Options, UsageError | EmbeddedPostgres.EmbeddedPostgresUnavailable, Scope.Scope> =>
  Effect.gen(function* () {
    const { store } = settings
    if (store._tag === "Memory") {
      return yield* new UsageError({
        message: "the memory store has no schema; pass --store embedded or --store postgres"
      })
    }
    if (store._tag === "Postgres") {
      const { schema, transactionPooler, url } = store
      return { url, transactionPooler, ...(schema === undefined ? {} : { schema }) }
    }
    const { config } = yield* EmbeddedPostgres.start({ directory: store.directory, guest: true })
    return config
  })
