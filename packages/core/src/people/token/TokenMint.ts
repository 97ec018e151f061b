import { Clock, Context, Effect, Layer } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { UserId } from "../../foundation/id/Ids.ts"
import type { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { digest, Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { type ApiToken, collection, TokenId } from "./ApiToken.ts"
import { crc32, toBase62, toSecretText } from "./Checksum.ts"

/** The prefix of tokens, by which secret scanners recognize them (rule token-lookup). */
export const prefix = "quire_"

/** Creates tokens inside a mutation, which must announce them. */
export class TokenMint extends Context.Service<TokenMint>()("@quire/core/TokenMint", {
  make: Effect.gen(function* () {
    const tokens = yield* Repository.make(collection)
    const secrets = yield* Secrets
    const nextId = yield* IdGenerator

    const generate = Effect.map(secrets.random(32), (bytes) => {
      const body = toSecretText(bytes)
      return `${prefix}${body}${toBase62(BigInt(crc32(body)), 6)}`
    })

    /** `token` is a token chosen by the host. */
    const mint = Effect.fnUntraced(function* (
      user: UserId,
      input: {
        readonly label: string
        readonly expiresAt?: number
        readonly token?: string
        readonly sso?: SignedInFor
      }
    ) {
      const token = input.token ?? (yield* generate)
      const made: ApiToken = {
        id: TokenId.make(yield* nextId),
        user,
        label: input.label,
        digest: digest(token),
        createdAt: yield* Clock.currentTimeMillis,
        expiresAt: input.expiresAt ?? null,
        lastUsedAt: null,
        revokedAt: null,
        ...(input.sso === undefined ? {} : { sso: input.sso })
      }
      yield* tokens.insert(made)
      return { token, made }
    })

    return { tokens, mint } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
