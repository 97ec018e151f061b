import { Cause, Clock, Context, Effect, Exit, Layer, Option } from "effect"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { SignInEmails } from "../sign-in/SignInEmails.ts"
import { domainOf } from "../user/User.ts"
import { EmailPolicy } from "./EmailQuota.ts"
import { type Mail, MailQueue } from "./Mail.ts"
import { Mailer, MailFailed } from "./Mailer.ts"
import { hasExhaustedRetries, limits, retryDelay } from "./RetrySchedule.ts"

/** Number of emails that one transaction claims, and number of emails that are sent concurrently. */
const batch = 20
const atOnce = 5

/** Time limit for sending one email, short enough for a whole batch to finish within its lease. */
const deadline = "1 minute"

const describeCause = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return failure instanceof MailFailed ? failure.cause : "the email could not be read"
}

/** The outcome of one round of delivery. */
export interface DeliveryCounts {
  readonly sent: number
  readonly failed: number
}

/**
 * Delivers queued emails. A server leases the emails that it claims. If it stops before it sent them, another server
 * claims them after the lease expires, so an email may arrive twice but is never lost. Host only.
 */
export class MailDelivery extends Context.Service<MailDelivery>()("@quire/core/MailDelivery", {
  make: Effect.gen(function* () {
    const mailer = yield* Mailer
    const { off } = yield* EmailPolicy
    const { mutate } = yield* Mutation
    const { mails, openEmail } = yield* MailQueue
    const { compose } = yield* SignInEmails

    const listDue = (now: number) => mails.list("due", { equals: {}, range: { to: now + 1 }, limit: batch })

    /** Claims the emails that are due. No other server claims them until the lease expires. */
    const takeBatch = mutate(
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const locked = yield* mails.lock((yield* listDue(now)).map(({ value }) => value.id))
        const free = [...locked.values()].filter(({ value }) => value.dueAt <= now)
        return yield* Effect.forEach(free, (seen) =>
          mails.update(seen, { ...seen.value, attempts: seen.value.attempts + 1, dueAt: now + limits.lease })
        )
      })
    )

    const giveUp = Effect.fnUntraced(function* (mail: Mail, cause: Cause.Cause<unknown>) {
      yield* mails.remove([mail.id])
      const domain = yield* Effect.map(Effect.exit(openEmail(mail)), (email) =>
        Exit.isSuccess(email) ? domainOf(email.value.to) : "unknown"
      )
      yield* Effect.logWarning("an email could not be delivered for one day and was dropped").pipe(
        Effect.annotateLogs({ domain, reason: describeCause(cause) })
      )
    })

    const postpone = Effect.fnUntraced(function* (seen: VersionedValue<Mail>, cause: Cause.Cause<unknown>) {
      const now = yield* Clock.currentTimeMillis
      const { value } = seen
      if (hasExhaustedRetries(value, now)) return yield* giveUp(value, cause)
      const log = value.attempts === 1 ? Effect.logWarning : Effect.logDebug
      yield* Effect.annotateLogs(log("an email was not delivered and will be retried"), {
        reason: describeCause(cause)
      })
      yield* mails.tryUpdate(seen, { ...value, dueAt: now + retryDelay(value.attempts) }).pipe(
        Effect.catchTag("Stale", () => Effect.void),
        Effect.orDie
      )
    })

    /** The email to send; none if a requested sign-in link has no recipient. */
    const read = (mail: Mail) =>
      mail.signIn === undefined ? Effect.asSome(openEmail(mail)) : compose(mail, mail.signIn)

    /**
     * Sends one email. Returns whether it was accepted, or undefined if it is not to be sent. A store failure ends the
     * round; any other failure affects this email only.
     */
    const deliverMail = Effect.fnUntraced(function* (seen: VersionedValue<Mail>) {
      if (off.includes(seen.value.kind)) {
        yield* mails.remove([seen.value.id])
        return undefined
      }
      const tried = yield* read(seen.value).pipe(
        Effect.flatMap((email) =>
          Option.isNone(email) ? Effect.succeed(undefined) : Effect.as(mailer.send(email.value), true)
        ),
        Effect.timeoutOrElse({
          duration: deadline,
          orElse: () => Effect.fail(new MailFailed({ cause: "the delivery timed out" }))
        }),
        Effect.exit
      )
      if (Exit.isSuccess(tried)) yield* mails.remove([seen.value.id])
      else if (Cause.hasInterruptsOnly(tried.cause))
        return yield* Effect.failCause(
          Cause.fromReasons<never>(tried.cause.reasons.filter((reason) => !Cause.isFailReason(reason)))
        )
      else yield* postpone(seen, tried.cause)
      return Exit.isSuccess(tried) ? tried.value : false
    })

    /**
     * Delivers the emails that are due and deletes emails of disabled kinds. Without a mail server, emails stay in the
     * queue.
     */
    const deliver = operation("MailDelivery.deliver")(function* () {
      yield* hostOnly("MailDelivery.deliver")
      let sent = 0
      let failed = 0
      if (mailer.isAbsent === true) return { sent, failed } satisfies DeliveryCounts
      for (;;) {
        const taken = yield* takeBatch
        if (taken.length === 0) return { sent, failed } satisfies DeliveryCounts
        const answers = yield* Effect.forEach(taken, deliverMail, { concurrency: atOnce })
        sent += answers.filter((isSent) => isSent === true).length
        failed += answers.filter((isSent) => isSent === false).length
      }
    })

    return { deliver } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([MailQueue.layer, Mutation.layer, SignInEmails.layer])
  )
}
