import { Effect, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import * as Repository from "../store/Repository.ts"
import { Secrets } from "./Secrets.ts"

/** A key of the store, made at the first start and shared by all of its servers. */
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

/** The store's key for one purpose, made if there is none. When several servers start at once, one of them wins. */
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

/** Seals texts that must be shown again, if the operator has set no key. */
export const sealingKey = findOrMakeKey("sealing")
