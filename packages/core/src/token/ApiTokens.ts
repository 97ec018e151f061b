import { Clock, Effect, Schema } from "effect"
import { Actor } from "../Actor.ts"
import { Events } from "../events/Events.ts"
import { IdGenerator } from "../IdGenerator.ts"
import { checked } from "../Input.ts"
import { digest, Secrets } from "../Secrets.ts"
import * as Mutation from "../store/Mutation.ts"
import * as Repository from "../store/Repository.ts"
import type { UserId } from "../user/UserId.ts"
import { type ApiToken, collection, Label, limits, TokenId } from "./ApiToken.ts"
import { base62, crc32 } from "./Checksum.ts"

/** How tokens begin, so that secret scanners know them. */
export const prefix = "quire_"

/** No such token, or one of somebody else. */
export class TokenNotFound extends Schema.TaggedError<TokenNotFound>()("TokenNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `token ${this.id} does not exist`
  }
}

/** A token that somebody chose must be hard to guess. */
export class TokenTooShort extends Schema.TaggedError<TokenTooShort>()("TokenTooShort", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return `token: must have ${limits.bootstrapLength} characters or more`
  }
  get details() {
    return [{ path: "token", rule: `must have ${limits.bootstrapLength} characters or more` }]
  }
}

const checkLabel = checked(Label)

const numberOf = (bytes: Uint8Array) => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)

/** What is shown of a token: never the token. */
export type TokenRecord = Omit<ApiToken, "digest">

const record = ({ digest: _, ...shown }: ApiToken): TokenRecord => shown

/** Personal API tokens: made and revoked by their user or the host, shown once. */
export class ApiTokens extends Effect.Service<ApiTokens>()("@quire/core/ApiTokens", {
  effect: Effect.gen(function* () {
    const tokens = yield* Repository.make(collection)
    const secrets = yield* Secrets
    const nextId = yield* IdGenerator
    const mutation = yield* Mutation.make
    const events = yield* Events

    const own = Effect.fnUntraced(function* (user: UserId) {
      const caller = yield* Actor
      if (caller._tag === "User" && caller.user !== user) return yield* new TokenNotFound({ id: user })
    })

    const generate = Effect.map(secrets.random(32), (bytes) => {
      const body = base62(numberOf(bytes), 43)
      return `${prefix}${body}${base62(BigInt(crc32(body)), 6)}`
    })

    /** A new token of a user; `token` (32 characters or more) is one that the host chose. */
    const create = Effect.fn("ApiTokens.create")(function* (
      user: UserId,
      input: { readonly label: string; readonly expiresAt?: number; readonly token?: string }
    ) {
      yield* own(user)
      const label = yield* checkLabel(input.label)
      if (input.token !== undefined && input.token.length < limits.bootstrapLength) return yield* new TokenTooShort()
      const token = input.token ?? (yield* generate)
      const made: ApiToken = {
        id: TokenId.make(yield* nextId),
        user,
        label,
        digest: digest(token),
        createdAt: yield* Clock.currentTimeMillis,
        expiresAt: input.expiresAt ?? null,
        lastUsedAt: null,
        revokedAt: null
      }
      yield* mutation(
        Effect.zipRight(
          Effect.orDie(tokens.insert(made)),
          events.announce({ type: "tokens.create", organization: null, subjects: [made.id, user] })
        )
      )
      return { token, record: record(made) }
    })

    const list = Effect.fn("ApiTokens.list")(function* (user: UserId) {
      yield* own(user)
      const rows = yield* tokens.list("ofUser", { equals: { user }, limit: 1000 })
      return rows.map(({ value }) => record(value))
    })

    /** Effective on the next request. False when it was revoked before. */
    const revoke = Effect.fn("ApiTokens.revoke")(function* (id: string) {
      const gone = new TokenNotFound({ id })
      return yield* mutation(
        Effect.gen(function* () {
          const seen = (yield* tokens.lock([id])).get(id)
          if (seen === undefined) return yield* gone
          yield* Effect.mapError(own(seen.value.user), () => gone)
          if (seen.value.revokedAt !== null) return false
          yield* Effect.orDie(tokens.update(seen, { ...seen.value, revokedAt: yield* Clock.currentTimeMillis }))
          yield* events.announce({ type: "tokens.revoke", organization: null, subjects: [id, seen.value.user] })
          return true
        })
      )
    })

    return { create, list, revoke } as const
  })
}) {
  static readonly layer = this.Default
}
