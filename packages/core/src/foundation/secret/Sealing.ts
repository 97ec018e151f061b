import { Context, Effect, Layer, Option, Redacted } from "effect"
import { StoreError } from "../store/StoreError.ts"
import { sealingKey } from "./Installation.ts"
import { keyIdOf, Sealed } from "./Sealed.ts"
import { derive, digest, Secrets } from "./Secrets.ts"

interface Key {
  readonly id: string
  readonly bytes: Uint8Array
}

const deriveKey = (secret: string): Key => ({
  id: digest(`sealing ${secret}`).slice(0, 8),
  bytes: derive(secret, "sealing")
})

/** The id of an operator's key, which says nothing of the key. */
export const keyIdOfSecret = (secret: Redacted.Redacted): string => deriveKey(Redacted.value(secret)).id

const deriveGivenKey = (given: Option.Option<Redacted.Redacted>): ReadonlyArray<Key> =>
  Option.toArray(Option.map(given, (secret) => deriveKey(Redacted.value(secret))))

/**
 * Encrypts texts that must be shown again, so that the store alone does not reveal them. Seals with the operator's key,
 * or with the store's own if there is none. Texts sealed with the store's key or the operator's previous one still
 * open.
 */
export class Sealing extends Context.Service<Sealing>()("@quire/core/Sealing", {
  make: Effect.gen(function* () {
    const { decrypt, encrypt, master, previousMaster } = yield* Secrets
    const own = deriveKey(yield* sealingKey)
    const [current = own] = deriveGivenKey(master)
    const keys = new Map([own, ...deriveGivenKey(previousMaster), current].map((key) => [key.id, key]))

    const failToOpen = (context: string) =>
      Effect.die(
        new StoreError({
          operation: `open ${context}`,
          cause: "it was sealed with another key: start with the secret key that was in use then, as the previous one",
          unavailable: false
        })
      )

    /** `context` says what is sealed and for which row; opening takes the same one. */
    const seal = (context: string, text: string): Effect.Effect<Sealed> =>
      Effect.map(encrypt(current.bytes, context, text), (body) => Sealed.make(`1.${current.id}.${body}`))

    /** None if no known key opens it. */
    const tryOpen = (context: string, sealed: Sealed): Effect.Effect<Option.Option<string>> => {
      const key = keys.get(keyIdOf(sealed))
      return key === undefined ? Effect.succeedNone : decrypt(key.bytes, context, sealed.split(".")[2] ?? "")
    }

    const open = (context: string, sealed: Sealed): Effect.Effect<string> =>
      Effect.flatMap(
        tryOpen(context, sealed),
        Option.match({ onNone: () => failToOpen(context), onSome: Effect.succeed })
      )

    const knows = (keyId: string): boolean => keys.has(keyId)

    return { keyId: current.id, ownKeyId: own.id, knows, seal, open, tryOpen } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
