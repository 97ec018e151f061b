import { resolve } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Layer } from "effect"
import * as Layers from "./Layers.ts"
import { type Settings, UsageError } from "./Settings.ts"

/** Refuses the memory store, which is lost when the command ends. */
export const requirePersistentStore = ({ store }: Settings): Effect.Effect<void, UsageError> =>
  store._tag === "Memory"
    ? Effect.fail(
        new UsageError({ message: "the memory store is not persistent; pass --store embedded or --store postgres" })
      )
    : Effect.void

/** Refuses a folder without a store, for commands that do not create one (rule store-there). */
export const requireThere = (settings: Settings): Effect.Effect<void, UsageError> =>
  Effect.gen(function* () {
    yield* requirePersistentStore(settings)
    const { store } = settings
    if (store._tag !== "Embedded" || !(yield* EmbeddedPostgres.isEmpty(store.directory))) return
    return yield* new UsageError({
      message: `there is no store in ${resolve(store.directory)}; set its folder with --data or QUIRE_DATA`
    })
  })

type Engine = ReturnType<typeof Layers.engine>

/** The engine on an existing store, for a command that runs next to servers. */
export const engine = (
  settings: Settings,
  opening?: Layers.OpenSettings
): Layer.Layer<Layer.Success<Engine>, UsageError | Layer.Error<Engine>> =>
  Layer.unwrap(Effect.as(requireThere(settings), Layers.engine(settings, opening)))
