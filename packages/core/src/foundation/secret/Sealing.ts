import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import * as Repository from "../store/Repository.ts"
import { RowStore } from "../store/RowStore.ts"
import { StoreError } from "../store/StoreError.ts"
import { keyIdOf, SealedText } from "./Sealed.ts"
import { derive, digest, Secrets } from "./Secrets.ts"

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

interface Key {
  readonly id: string
  readonly bytes: Uint8Array
}

const deriveKey = (secret: string): Key => ({
  id: digest(`sealing ${secret}`).slice(0, 8),
  bytes: derive(secret, "sealing")
})

/** The id of an operator's key, which reveals nothing about the key. */
export const keyIdOfSecret = (secret: Redacted.Redacted): string => deriveKey(Redacted.value(secret)).id

/**
 * Encrypts texts that must be shown again, so that the store alone does not reveal them. Uses the operator's key, or
 * otherwise the store's own key, which is created if it does not exist. Texts encrypted with the store's key or the
 * operator's previous key can still be decrypted.
 */
export class Sealing extends Context.Service<Sealing>()("@quire/core/Sealing", {
  make: Effect.gen(function* () {
    const { decrypt, encrypt, master, previousMaster } = yield* Secrets
    const store = yield* RowStore
    const keys = new Map<string, Key>()
    const know = (key: Key): Key => {
      keys.set(key.id, key)
      return key
    }
    const findOwn = find.pipe(
      Effect.map(Option.map((secret) => know(deriveKey(secret)))),
      Effect.provideService(RowStore, store)
    )
    const knowGiven = (secret: Redacted.Redacted) => know(deriveKey(Redacted.value(secret)))
    Option.map(previousMaster, knowGiven)
    const current = yield* Option.match(master, {
      onSome: (secret) => Effect.as(findOwn, knowGiven(secret)),
      onNone: () => Effect.map(findOrMake, (secret) => know(deriveKey(secret)))
    })

    const failToOpen = (context: string) =>
      Effect.die(
        new StoreError({
          operation: `open ${context}`,
          cause: "it was encrypted with another key: restart the server with that secret key as the previous one",
          unavailable: false
        })
      )

    /** `context` identifies what is encrypted and for which row; decryption requires the same context. */
    const seal = (context: string, text: string): Effect.Effect<SealedText> =>
      Effect.map(encrypt(current.bytes, context, text), (body) => SealedText.make(`1.${current.id}.${body}`))

    /** Another server may have created the store's own key since this one started. */
    const findKey = (id: string) =>
      Effect.suspend(() => (keys.has(id) ? Effect.succeed(keys.get(id)) : Effect.map(findOwn, () => keys.get(id))))

    /** None if no known key can decrypt it. */
    const tryOpen = (context: string, sealed: SealedText): Effect.Effect<Option.Option<string>> =>
      Effect.flatMap(findKey(keyIdOf(sealed)), (key) =>
        key === undefined ? Effect.succeedNone : decrypt(key.bytes, context, sealed.split(".")[2] ?? "")
      )

    const open = (context: string, sealed: SealedText): Effect.Effect<string> =>
      Effect.flatMap(
        tryOpen(context, sealed),
        Option.match({ onNone: () => failToOpen(context), onSome: Effect.succeed })
      )

    const knows = (keyId: string): boolean => keys.has(keyId)

    /** The id of the store's own key; undefined if it has none, because the operator has always set one. */
    const ownKeyId = Effect.map(findOwn, (key) => Option.getOrUndefined(key)?.id)

    return { keyId: current.id, ownKeyId, knows, seal, open, tryOpen } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
