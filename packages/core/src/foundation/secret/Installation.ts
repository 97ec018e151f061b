import { Effect, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import * as Repository from "../store/Repository.ts"
import { Secrets } from "./Secrets.ts"

/** A key that is one per store: made at the first start, shared by every server on the store. */
export const Installation = Schema.Struct({
  id: Schema.String,
  /** 256 random bits. */
  signingKey: Schema.String
})
export type Installation = typeof Installation.Type

export const collection = Repository.collection({
  name: "installations",
  schema: Installation,
  columns: {},
  indexes: {},
  unique: {},
  references: [],
  counters: [],
  rank: 3
})

/** The store's key for one purpose, made when there is none yet; of several that start at once, one wins. */
const findOrMakeKey = Effect.fnUntraced(function* (id: string) {
  const installations = yield* Repository.make(collection)
  const secrets = yield* Secrets
  const read = installations.get(id)
  return yield* read.pipe(
    Effect.flatMap(
      Option.match({
        onSome: (row) => Effect.succeed(row),
        onNone: () =>
          Effect.flatMap(secrets.random(32), (bytes) =>
            installations.insert({ id, signingKey: Base64Url.encode(bytes) })
          ).pipe(Effect.catchTag("Taken", () => Effect.orDie(Effect.flatMap(read, Effect.fromOption))))
      })
    ),
    Effect.map(({ value }) => value.signingKey)
  )
})

/** Signs list cursors, file addresses and claims. */
export const signingKey = findOrMakeKey("installation")

/** Seals what must be shown again, where the operator keeps no key outside of the store. */
export const sealingKey = findOrMakeKey("sealing")
