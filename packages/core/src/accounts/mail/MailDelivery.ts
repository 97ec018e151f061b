import { Cause, Clock, Context, Effect, Exit, Layer, Option } from "effect"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Mutation from "../../foundation/store/Mutation.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import * as SignInEmails from "../sign-in/SignInEmails.ts"
import { domainOf } from "../user/User.ts"
import { EmailPolicy } from "./EmailPolicy.ts"
import type { Mail } from "./Mail.ts"
import { Mailer, MailFailed } from "./Mailer.ts"
import * as MailQueue from "./MailQueue.ts"
import { hasExhaustedRetries, limits, retryDelay } from "./RetrySchedule.ts"

/** How many letters one transaction takes, and how many are sent at a time. */
const batch = 20
const atOnce = 5

/** The time for sending one letter, short enough for a whole batch to be done within its lease. */
const deadline = "1 minute"

const describeCause = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return failure instanceof MailFailed ? failure.cause : "it could not be read"
}

/** The outcome of one round of delivery. */
export interface DeliveryCounts {
  readonly sent: number
  readonly failed: number
}

/**
 * Delivers the letters that wait in the store. A server leases the letters that it takes. If it stops halfway, another
 * server takes them over, so a letter may arrive twice but is never lost. Host only.
 */
export class MailDelivery extends Context.Service<MailDelivery>()("@quire/core/MailDelivery", {
  make: Effect.gen(function* () {
    const mailer = yield* Mailer
    const { off } = yield* EmailPolicy
    const mutation = yield* Mutation.make
    const { mails, openLetter } = yield* MailQueue.make
    const { compose } = yield* SignInEmails.make

    const listDue = (now: number) => mails.list("due", { equals: {}, range: { to: now + 1 }, limit: batch })

    /** Takes the letters that are due; no other server gets them until the lease is over. */
    const takeBatch = mutation(
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const locked = yield* mails.lock((yield* listDue(now)).map(({ value }) => value.id))
        const free = [...locked.values()].filter(({ value }) => value.dueAt <= now)
        return yield* Effect.forEach(free, (seen) =>
          Effect.orDie(
            mails.update(seen, { ...seen.value, attempts: seen.value.attempts + 1, dueAt: now + limits.lease })
          )
        )
      })
    )

    const giveUp = Effect.fnUntraced(function* (mail: Mail, cause: Cause.Cause<unknown>) {
      yield* mails.remove([mail.id])
      const domain = yield* Effect.map(Effect.exit(openLetter(mail)), (letter) =>
        Exit.isSuccess(letter) ? domainOf(letter.value.to) : "unknown"
      )
      yield* Effect.logWarning("a letter could not be delivered for a day and is dropped").pipe(
        Effect.annotateLogs({ domain, reason: describeCause(cause) })
      )
    })

    const postpone = Effect.fnUntraced(function* (seen: VersionedValue<Mail>, cause: Cause.Cause<unknown>) {
      const now = yield* Clock.currentTimeMillis
      const { value } = seen
      if (hasExhaustedRetries(value, now)) return yield* giveUp(value, cause)
      const log = value.attempts === 1 ? Effect.logWarning : Effect.logDebug
      yield* Effect.annotateLogs(log("an email was not delivered and is tried again"), { reason: describeCause(cause) })
      yield* mails.update(seen, { ...value, dueAt: now + retryDelay(value.attempts) }).pipe(
        Effect.catchTag("Stale", () => Effect.void),
        Effect.orDie
      )
    })

    /** The email as it is sent; none if a requested sign-in link has no recipient. */
    const read = (mail: Mail) =>
      mail.signIn === undefined ? Effect.asSome(openLetter(mail)) : compose(mail, mail.signIn)

    /**
     * Whether the email was accepted; undefined if it is not sent at all. A failure of the store ends the round; any other
     * failure concerns this letter alone.
     */
    const deliverMail = Effect.fnUntraced(function* (seen: VersionedValue<Mail>) {
      if (off.includes(seen.value.kind)) {
        yield* mails.remove([seen.value.id])
        return undefined
      }
      const tried = yield* read(seen.value).pipe(
        Effect.flatMap((letter) =>
          Option.isNone(letter) ? Effect.succeed(undefined) : Effect.as(mailer.send(letter.value), true)
        ),
        Effect.timeoutOrElse({
          duration: deadline,
          orElse: () => Effect.fail(new MailFailed({ cause: "it took too long" }))
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

    /** Delivers the letters that are due and drops kinds that are off. Without a mail server letters wait. */
    const deliver = operation("Mailroom.deliver")(function* () {
      yield* hostOnly("Mailroom.deliver")
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
  static readonly layer = Layer.effect(this, this.make)
}
