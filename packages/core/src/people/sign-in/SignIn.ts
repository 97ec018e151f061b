import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { UserId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields } from "../../foundation/input/Input.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor, user as asUser, system } from "../../foundation/operation/Actor.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import type { Browser } from "../session/Session.ts"
import { SessionOpening } from "../session/SessionOpening.ts"
import { collection as tokenCollection } from "../token/ApiToken.ts"
import { TokenMint } from "../token/TokenMint.ts"
import { AddressHolder, proven } from "../user/AddressBinding.ts"
import { isErased, UserView, collection as userCollection } from "../user/User.ts"
import { UserNotFound, Users } from "../user/Users.ts"
import { UserVisibility } from "../user/UserVisibility.ts"
import { type SignInCode, SignInCodes } from "./SignInCodes.ts"
import * as SignInEmails from "./SignInEmails.ts"

export const limits = { codeLength: 100 } as const

/** Lifetime of a token that was created by single sign-on: twelve hours (rule sso-ends). */
const ssoMilliseconds = 43_200_000

export const Exchange = closed(
  "SignInExchange",
  { code: singleLine(1, limits.codeLength) },
  { code: "Code of the link in the sign-in email; usable once." }
)
export type Exchange = typeof Exchange.Type

/** A token, returned only here, and its user. */
export const SignedIn = Schema.Struct(
  describeFields(
    { token: Schema.String, user: UserView },
    { token: "Bearer token, shown only once.", user: "User who is signed in." }
  )
).annotate({ identifier: "SignedIn" })
export type SignedIn = typeof SignedIn.Type

/** A new session with its secret, which is returned only here. */
export interface OpenedSession {
  readonly secret: string
  readonly expiresAt: number
  /** Path below the base URL; empty if none was requested. */
  readonly returnTo: string
}

/** State in the browser that started the sign-in. */
export interface Holder {
  readonly began?: string | undefined
  /**
   * The sign-in was submitted automatically and not by a button; only a code that is bound to this browser is accepted.
   */
  readonly isByItself?: boolean
}

const rule = "must be from a sign-in link that is unused and not expired"

/** The code cannot be used. Unknown, used and expired codes return the same error (rule sign-in-code). */
export class SignInCodeInvalid extends Schema.TaggedError<SignInCodeInvalid>()("SignInCodeInvalid", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return `code: ${rule}`
  }
  get details() {
    return [{ path: "code", rule }]
  }
}

const checkExchange = checked(Exchange)
const checkEmailRequest = checked(SignInEmails.EmailRequest)

const hourly = JobKind.repeated({ name: "sign-in-codes", every: 3_600_000, deadline: 60_000 })

/**
 * One-time sign-in links (rules sign-in-code and sign-in-email). A code proves that its holder owns the user's address.
 */
export class SignIn extends Context.Service<SignIn>()("@quire/core/SignIn", {
  make: Effect.gen(function* () {
    const { mutate } = yield* Mutation
    const events = yield* Events
    const people = yield* Users
    const users = yield* Repository.make(userCollection)
    const { admitInvited } = yield* UserVisibility
    const { identities } = yield* AddressHolder
    const tokens = yield* Repository.make(tokenCollection)
    const { codes, issue } = yield* SignInCodes
    const { mint } = yield* TokenMint
    const { open, sessions } = yield* SessionOpening
    const emails = yield* SignInEmails.SignInEmails

    /** Rejects a code that was requested in a browser unless it is used in the same browser (rule session-browser). */
    const checkLive = Effect.fnUntraced(function* (row: SignInCode | undefined, { began, isByItself = false }: Holder) {
      const now = yield* Clock.currentTimeMillis
      if (row === undefined || now >= row.expiresAt) return yield* new SignInCodeInvalid()
      const isHere = row.browser === undefined ? !isByItself : began !== undefined && row.browser === digest(began)
      return isHere ? { code: row, now } : yield* new SignInCodeInvalid()
    })

    /**
     * Revokes the credentials of a user who claimed an unverified address that now turns out to belong to another
     * person (rule address-binds).
     */
    const endUnproven = Effect.fnUntraced(function* (user: UserId) {
      const of = { equals: { user } }
      yield* tokens.removeWhere("ofUser", of)
      yield* sessions.removeWhere("ofUser", of)
      yield* identities.removeWhere("ofUser", of)
    })

    /** Consumes a code. Locks the user rather than the code, to keep a single lock order. */
    const useCode = Effect.fnUntraced(function* (id: string, user: UserId, holder: Holder) {
      const seen = yield* users.requireLocked(user)
      const { code, now } = yield* checkLive(Option.getOrUndefined(yield* codes.get(id))?.value, holder)
      yield* codes.remove([id])
      if (code.sso !== undefined) return { code, now, verified: seen.value }
      const isFirst = seen.value.emailVerifiedAt === null
      if (isFirst && code.isInvitation === true) yield* endUnproven(user)
      const named = isFirst && code.isInvitation === true ? { ...seen.value, externalId: null } : seen.value
      const verified = proven(named, now)
      yield* users.update(seen, verified)
      if (isFirst) yield* admitInvited(user, verified.email)
      return { code, now, verified }
    })

    const makeToken = Effect.fnUntraced(function* (id: string, user: UserId, holder: Holder) {
      const { code, now, verified } = yield* useCode(id, user, holder)
      const { sso } = code
      const { made, token } = yield* mint(
        user,
        sso === undefined ? { label: "sign-in" } : { label: "single sign-on", sso, expiresAt: now + ssoMilliseconds }
      )
      yield* events.announce({ type: "signInCodes.exchange", organization: null, subjects: [user, made.id] })
      return { token, user: people.view(verified, true) } satisfies SignedIn
    })

    const openSession = Effect.fnUntraced(function* (
      id: string,
      user: UserId,
      { browser, holder }: { readonly browser: Browser; readonly holder: Holder }
    ) {
      const { sso, returnTo = "" } = (yield* useCode(id, user, holder)).code
      const { made, secret } = yield* open(user, browser, sso)
      yield* events.announce({ type: "sessions.create", organization: null, subjects: [made.id, user] })
      return { secret, expiresAt: made.expiresAt, returnTo } satisfies OpenedSession
    })

    const findCode = Effect.fnUntraced(function* (given: Exchange, holder: Holder) {
      const id = digest((yield* checkExchange(given)).code)
      const { code } = yield* checkLive(Option.getOrUndefined(yield* codes.get(id))?.value, holder)
      return { id, user: code.user }
    })

    /** Exchanges a code for a token of its user, whose address is then verified. Requires no authentication. */
    const exchange = operation("SignIn.exchange")(function* (given: Exchange, holder: Holder = {}) {
      const { id, user } = yield* findCode(given, holder)
      return yield* Effect.provideService(mutate(makeToken(id, user, holder)), Actor, asUser(user))
    })

    /** Exchanges a code for a session of the calling browser. Requires no authentication. */
    const enter = operation("SignIn.enter")(function* (given: Exchange, browser: Browser, holder: Holder = {}) {
      const { id, user } = yield* findCode(given, holder)
      return yield* Effect.provideService(mutate(openSession(id, user, { browser, holder })), Actor, asUser(user))
    })

    /** Creates a code for a link that the host sends itself. Host only. */
    const start = operation("SignIn.start")(function* (user: UserId) {
      yield* hostOnly("SignIn.start")
      return yield* mutate(
        Effect.gen(function* () {
          const person = (yield* users.lock([user])).get(user)?.value
          if (person === undefined || isErased(person)) return yield* new UserNotFound({ id: user })
          const issued = yield* issue(user)
          yield* events.announce({ type: "signInCodes.create", organization: null, subjects: [user] })
          return issued
        })
      )
    })

    /**
     * Emails a link to the owner of the address, and returns the same result for an address without an account.
     * Requires no authentication.
     */
    const sendEmail = operation("SignIn.sendEmail")(function* (given: SignInEmails.EmailRequest) {
      const request = yield* checkEmailRequest(given)
      if (!emails.isAvailable) return yield* new SignInEmails.SignInEmailsOff()
      yield* Effect.provideService(mutate(emails.queue(request)), Actor, system)
    })

    /**
     * Whether `sendEmail` sends links: a mail server is configured, and the operator allows these emails. Requires no
     * authentication.
     */
    const offersEmail = operation("SignIn.offersEmail")(function* () {
      return yield* Effect.succeed(emails.isAvailable)
    })

    /** Deletes expired codes and returns how many. No behavior depends on when it runs. Host only. */
    const forgetExpired = operation("SignIn.forgetExpired")(function* () {
      yield* hostOnly("SignIn.forgetExpired")
      const now = yield* Clock.currentTimeMillis
      return yield* codes.removeWhere("expiring", { equals: {}, range: { to: now + 1 } })
    })

    const jobs = yield* Jobs
    yield* jobs.repeat(hourly, forgetExpired())

    return {
      exchange,
      enter,
      start,
      sendEmail,
      offersEmail,
      forgetExpired
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      AddressHolder.layer,
      Events.layer,
      Jobs.layer,
      Mutation.layer,
      SessionOpening.layer,
      SignInCodes.layer,
      SignInEmails.SignInEmails.layer,
      TokenMint.layer,
      Users.layer
    ])
  )
}
