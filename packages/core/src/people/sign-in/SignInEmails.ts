import { Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toTimestamp } from "../../foundation/time/Instant.ts"
import { EmailPolicy, EmailQuota } from "../mail/EmailQuota.ts"
import { type Mail, MailQueue } from "../mail/Mail.ts"
import * as Mailer from "../mail/Mailer.ts"
import * as User from "../user/User.ts"
import { isErased, collection as userCollection } from "../user/User.ts"
import * as ReturnPath from "./ReturnPath.ts"
import * as SignInCodes from "./SignInCodes.ts"

export const emailSubject = "Your sign-in link"

/** The email for a link that was requested on the sign-in page. Its only link is `link`. */
export const writeEmail = (of: {
  readonly to: string
  readonly link: string
  readonly expiresAt: number
}): Mailer.Email => ({
  to: of.to,
  subject: emailSubject,
  text: `Open this link to sign in:

${of.link}

The link can be used once and expires on ${toTimestamp(of.expiresAt).slice(0, 16).replace("T", " ")} UTC. Anyone with the link can
sign in as you, so do not forward it. If you did not request this email, you can ignore it.
`
})

/** The address that a link is emailed to, and the path of this server to open once signed in; an unknown path is ignored. */
export const EmailRequest = closed("SignInEmailRequest", { email: User.Email, returnTo: optional(Schema.String) })
export type EmailRequest = typeof EmailRequest.Type

/** Sign-in links are not sent by email: no mail server is configured, or the operator disabled them. */
export class SignInEmailsOff extends Schema.TaggedError<SignInEmailsOff>()("SignInEmailsOff", {}) {
  readonly kind = "unavailable" as const
  override get message() {
    return "sending sign-in links by email is disabled on this server"
  }
}

/**
 * Requests for sign-in links by email. A request is queued whether or not an account has the address, and the account is
 * looked up at delivery: neither the response nor its time reveals who has an account (rule sign-in-email).
 */
export class SignInEmails extends Context.Service<SignInEmails>()("@quire/core/SignInEmails", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const events = yield* Events
    const mailer = yield* Mailer.Mailer
    const { mutate } = yield* Mutation
    const quota = yield* EmailQuota
    const users = yield* Repository.make(userCollection)
    const { off } = yield* EmailPolicy
    const { issue } = yield* SignInCodes.SignInCodes
    const { openEmail, postOnce } = yield* MailQueue

    const isAvailable = mailer.isAbsent !== true && !off.includes("sign-in")

    /** Queues a request, unless one for the same address is already queued. Inside a mutation. */
    const queue = ({ email, returnTo = "" }: EmailRequest) =>
      postOnce(
        `sign-in ${digest(email)}`,
        "sign-in",
        { to: email, subject: emailSubject, text: "" },
        { signIn: { returnTo: ReturnPath.read(returnTo, base) } }
      )

    const findUser = Effect.fnUntraced(function* (email: string) {
      const known = Option.getOrUndefined(yield* users.getBy("email", { email }))?.value
      if (known === undefined) return undefined
      const user = (yield* users.lock([known.id])).get(known.id)?.value
      return user === undefined || isErased(user) || user.email !== email ? undefined : user
    })

    /** Issues the link; none for an address without an account, or whose owner has reached the daily limit of emails. */
    const write = Effect.fnUntraced(function* (email: string, returnTo: string, isFirst: boolean) {
      const user = yield* findUser(email)
      if (user === undefined) return Option.none()
      if (isFirst && !(yield* Effect.orDie(quota.take(null, [user.id]))).has(user.id)) return Option.none()
      const { requestedLifetime: lifetime } = SignInCodes
      const { code, expiresAt } = yield* issue(user.id, undefined, { isInvitation: true, lifetime, returnTo })
      yield* events.announce({ type: "signInCodes.create", organization: null, subjects: [user.id] })
      return Option.some(writeEmail({ to: email, link: `${base}/sign-in?code=${code}`, expiresAt }))
    })

    /** The email for a queued request, with a new link for each delivery attempt. */
    const compose = (mail: Mail, { returnTo }: { readonly returnTo: string }) =>
      Effect.flatMap(openEmail(mail), ({ to }) => mutate(write(to, returnTo, mail.attempts === 1)))

    return { isAvailable, queue, compose } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EmailQuota.layer, Events.layer, MailQueue.layer, Mutation.layer, SignInCodes.SignInCodes.layer])
  )
}
