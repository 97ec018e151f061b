import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Actor, type Caller } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingPerson } from "../../foundation/operation/PublishedOnly.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isErased, collection as userCollection } from "../user/User.ts"
import { UserNotFound } from "../user/Users.ts"
import { ApiTokenInput, limits, view } from "./ApiToken.ts"
import * as TokenMint from "./TokenMint.ts"

/** Prefix of every token (rule token-lookup). */
export const { prefix } = TokenMint

/** There is no such token, or it belongs to another user (rule request-absence). */
export class TokenNotFound extends Schema.TaggedError<TokenNotFound>()("TokenNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `token ${this.id} does not exist`
  }
}

/** A token whose value the user chose is too short to be hard to guess. */
export class TokenTooShort extends Schema.TaggedError<TokenTooShort>()("TokenTooShort", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return `token: must have ${limits.bootstrapLength} characters or more`
  }
  get details() {
    return [{ path: "token", rule: `must have ${limits.bootstrapLength} characters or more` }]
  }
}

/** A new token must expire in the future. */
export class ExpiryPassed extends Schema.TaggedError<ExpiryPassed>()("ExpiryPassed", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "expiresAt: must be in the future"
  }
  get details() {
    return [{ path: "expiresAt", rule: "must be in the future" }]
  }
}

/** The user has reached the limit of valid tokens. */
export class TooManyTokens extends Schema.TaggedError<TooManyTokens>()("TooManyTokens", {}) {
  readonly kind = "limit" as const
  override get message() {
    return `a user can have at most ${limits.livePerUser} tokens: revoke one before creating another`
  }
}

/** Whether a token is the one that the caller presents; a token can always revoke itself. */
const isOwn = (caller: Caller, id: string) => caller._tag === "User" && caller.token === id

const checkInput = checked(ApiTokenInput)

/** Input of a host, which may also choose the token itself. */
export interface HostTokenInput extends ApiTokenInput {
  readonly token?: string
}

/** Personal API tokens, created and revoked by their user or the host, and shown once. */
export class ApiTokens extends Context.Service<ApiTokens>()("@quire/core/ApiTokens", {
  make: Effect.gen(function* () {
    const { mint, tokens } = yield* TokenMint.TokenMint
    const users = yield* Repository.make(userCollection)
    const addresses = yield* Addresses
    const { mutate } = yield* Mutation
    const events = yield* Events
    const { paged } = yield* Paging

    const checkOwner = Effect.fnUntraced(function* (user: UserId) {
      const caller = yield* callingPerson
      if (caller._tag === "User" && caller.user !== user) return yield* new TokenNotFound({ id: user })
    })

    /** Locks the user, so that concurrent requests count each other's tokens. */
    const checkTokenCount = Effect.fnUntraced(function* (user: UserId, now: number) {
      const found = yield* users.lock([user])
      const person = found.get(user)?.value
      if (person === undefined || isErased(person)) return yield* new UserNotFound({ id: user })
      const live = { equals: { user, revoked: false }, range: { from: now + 1 } }
      if ((yield* tokens.count("live", live, limits.livePerUser)) >= limits.livePerUser)
        return yield* new TooManyTokens()
    })

    /** Creates a token for a user. The host may choose it (32 characters or more), and may create an expired one. */
    const create = operation("ApiTokens.create")(function* (user: UserId, options: HostTokenInput) {
      const { token: chosen, ...given } = options
      yield* checkOwner(user)
      const { expiresAt = null, label = "" } = yield* checkInput(given)
      if (chosen !== undefined && chosen.length < limits.bootstrapLength) return yield* new TokenTooShort()
      const now = yield* Clock.currentTimeMillis
      const caller = yield* callingPerson
      if (caller._tag === "User" && expiresAt !== null && expiresAt <= now) return yield* new ExpiryPassed()
      const picked = {
        ...(expiresAt === null ? {} : { expiresAt }),
        ...(chosen === undefined ? {} : { token: chosen })
      }
      return yield* mutate(
        Effect.gen(function* () {
          yield* checkTokenCount(user, now)
          const { made, token } = yield* mint(user, { label, ...picked })
          const after = { label, expiresAt }
          yield* events.announce({ type: "tokens.create", organization: null, subjects: [made.id, user], after })
          return { token, record: view(made, addresses) }
        })
      )
    })

    /** Lists the tokens of a user that were not revoked, oldest first. */
    const list = operation("ApiTokens.list")(function* (user: UserId, request: PageRequest) {
      yield* checkOwner(user)
      return yield* paged({
        list: "user.tokens",
        filters: [user],
        request,
        ...tokens.source("kept", { equals: { user, revoked: false } }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => view(value, addresses)))
      })
    })

    /** Returns one of the caller's own tokens, without its secret. */
    const get = operation("ApiTokens.get")(function* (user: UserId, id: string) {
      const notFound = () => new TokenNotFound({ id })
      yield* Effect.catchTag(checkOwner(user), "TokenNotFound", notFound)
      const found = Option.getOrUndefined(yield* tokens.get(id))?.value
      if (found === undefined || found.user !== user || found.revokedAt !== null) return yield* notFound()
      return view(found, addresses)
    })

    /** Revokes a token, with effect from the next request. Returns false if the token was already revoked. */
    const revoke = operation("ApiTokens.revoke")(function* (id: string) {
      const notFound = () => new TokenNotFound({ id })
      return yield* mutate(
        Effect.gen(function* () {
          const seen = (yield* tokens.lock([id])).get(id)
          if (seen === undefined) return yield* notFound()
          if (!isOwn(yield* Actor, id)) yield* Effect.catchTag(checkOwner(seen.value.user), "TokenNotFound", notFound)
          if (seen.value.revokedAt !== null) return false
          yield* tokens.update(seen, { ...seen.value, revokedAt: yield* Clock.currentTimeMillis })
          yield* events.announce({ type: "tokens.delete", organization: null, subjects: [id, seen.value.user] })
          return true
        })
      )
    })

    return { create, get, list, revoke } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Events.layer, Mutation.layer, Paging.layer, TokenMint.TokenMint.layer])
  )
}
