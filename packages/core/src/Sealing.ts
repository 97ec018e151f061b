import { Context, Effect, Layer, Option, Redacted } from "effect"
import { sealingKey } from "./installation/Installation.ts"
import { derive, digest, Secrets } from "./Secrets.ts"
import { StoreError } from "./StoreError.ts"

interface Key {
  readonly id: string
  readonly bytes: Uint8Array
}

const keyOf = (secret: string): Key => ({
  id: digest(`sealing ${secret}`).slice(0, 8),
  bytes: derive(secret, "sealing")
})

/**
 * Keeps what must be shown again unreadable in the store: sealed with the operator's key where there is one, else with
 * the store's own. What was sealed with the store's key opens still when an operator's key is set later.
 */
export class Sealing extends Context.Service<Sealing>()("@quire/core/Sealing", {
  make: Effect.gen(function* () {
    const secrets = yield* Secrets
    const own = keyOf(yield* sealingKey)
    const master = Option.map(secrets.master, (secret) => keyOf(Redacted.value(secret)))
    const current = Option.getOrElse(master, () => own)
    const keys = new Map([own, current].map((key) => [key.id, key]))

    const unopened = (context: string) =>
      Effect.die(
        new StoreError({
          operation: `open ${context}`,
          cause: "it was sealed with another key: start with the secret key that was in use then",
          unavailable: false
        })
      )

    /** `context` says what is sealed and whose it is; only the same opens it. */
    const seal = (context: string, text: string): Effect.Effect<string> =>
      Effect.map(secrets.encrypt(current.bytes, context, text), (sealed) => `1.${current.id}.${sealed}`)

    const open = (context: string, sealed: string): Effect.Effect<string> => {
      const [, id = "", text = ""] = sealed.split(".")
      const key = keys.get(id)
      return key === undefined
        ? unopened(context)
        : Effect.flatMap(
            secrets.decrypt(key.bytes, context, text),
            Option.match({ onNone: () => unopened(context), onSome: Effect.succeed })
          )
    }

    return { seal, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
