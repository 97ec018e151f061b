import { Effect, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import * as Repository from "../store/Repository.ts"
import { Secrets } from "./Secrets.ts"

/**
 * The store's own key, 256 random bits. It encrypts if the operator has set no key, and gives no protection against a
 * reader of the store.
 */
export const SealingKey = Schema.Struct({ id: Schema.String, signingKey: Schema.String })

export const collection = Repository.collection({
  name: "installations",
  schema: SealingKey,
  columns: {},
  indexes: {},
  unique: {},
  references: [],
  counters: [],
  rank: 3
})

const id = "sealing"

/** The store's own key, if it has one. */
export const find = Effect.flatMap(Repository.make(collection), ({ get }) =>
  Effect.map(
    get(id),
    Option.map(({ value }) => value.signingKey)
  )
)

/**
 * Returns the store's own key, and creates it if there is none. If several servers start concurrently, they use the
 * same key.
 */
export const findOrMake = Effect.gen(function* () {
  const { tryInsert } = yield* Repository.make(collection)
  const { random } = yield* Secrets
  const found = yield* find
  if (Option.isSome(found)) return found.value
  return yield* tryInsert({ id, signingKey: Base64Url.encode(yield* random(32)) }).pipe(
    Effect.map(({ value }) => value.signingKey),
    Effect.catchTag("Taken", () => Effect.orDie(Effect.flatMap(find, Effect.fromOption)))
  )
})
